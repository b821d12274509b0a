// Icons as strokes on a grid of 24, by their use.

import { svg } from './dom.js'

/** @type {Record<string, string>} */
const SHAPES = {
  Draw: 'M6 5h7a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM19 8v8M15.500 12h7',
  Stand: 'M3 15.500c5-1 9-1 11-.5l5-3.500c1.500-.8 2.800.8 1.700 2L16 18H4M6 8.500h10',
  Double: 'M9 7a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM11 5.300a6 6 0 1 1 4.500 10.300',
  FollowDouble: 'M9 7a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM11 5.300a6 6 0 1 1 4.500 10.300',
  Split: 'M2.500 7.500l7-1.500 2 11-7 1.500zM21.500 7.500l-7-1.500-2 11 7 1.500z',
  Surrender: 'M6 21V4M6 5h11l-2.500 3.500L17 12H6',
  Rescue:
    'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z' +
    'M6 6l3.500 3.500M18 6l-3.500 3.500M6 18l3.500-3.500M18 18l-3.500-3.500',
  Insure: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5',
  DeclineInsurance: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM9 9.500l6 6M15 9.500l-6 6',
  undo: 'M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3',
  clear: 'M6 6l12 12M18 6L6 18',
  repeat: 'M4 12a8 8 0 0 1 14-5.300M20 3v4.500h-4.500M20 12a8 8 0 0 1-14 5.300M4 21v-4.500h4.500',
  twice: 'M4 8l6 8M10 8l-6 8M14 10a3 3 0 1 1 5.500 1.700L14 16h6',
  coach: 'M12 3a6 6 0 0 1 3.500 10.800V16h-7v-2.200A6 6 0 0 1 12 3zM9.500 19h5M10.500 21.500h3',
  payouts: 'M3 6h18v4a9 9 0 0 1-18 0z',
  back: 'M15 5l-7 7 7 7',
  sound: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11',
  silent: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  invite: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M19 7v6M16 10h6',
  eye: 'M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  menu: 'M4 6.500h16M4 12h16M4 17.500h11',
  round: 'M4 6.500h16M4 12h16M4 17.500h11',
}

/**
 * An icon, or null for a name without one.
 * @param {string} name
 */
export function icon(name) {
  const shape = SHAPES[name]
  return shape
    ? svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: shape }))
    : null
}
