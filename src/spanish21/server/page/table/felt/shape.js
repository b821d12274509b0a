// What the table is made of: cloth in a brass line, a wooden edge around it, and the seam of the padded rail below.

import { svg } from '../../parts/dom.js'

const CLOTH = 'M14 36Q14 14 40 14H1060Q1086 14 1086 36V558C1074 628 800 662 550 662S26 628 14 558Z'
const SEAM = 'M26 44Q26 28 44 28H1056Q1074 28 1074 44V552C1062 614 800 646 550 646S38 614 26 552Z'
const WOOD = 'M0 0H1100V600C1060 668 800 690 550 690S40 668 0 600Z'

export function shape() {
  return svg(
    'svg',
    { class: 'shape', viewBox: '0 0 1100 694', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg(
      'defs',
      {},
      svg(
        'radialGradient',
        { id: 'felt-cloth', gradientUnits: 'userSpaceOnUse', cx: 550, cy: 120, r: 720 },
        svg('stop', { class: 'cloth-light', offset: 0 }),
        svg('stop', { class: 'cloth', offset: 0.5 }),
        svg('stop', { class: 'cloth-deep', offset: 1 }),
      ),
      svg(
        'linearGradient',
        { id: 'felt-wood', x1: 0, y1: 0, x2: 0, y2: 1 },
        svg('stop', { class: 'wood-light', offset: 0 }),
        svg('stop', { class: 'wood', offset: 0.5 }),
        svg('stop', { class: 'wood-deep', offset: 1 }),
      ),
      svg('clipPath', { id: 'felt-inside' }, svg('path', { d: CLOTH })),
    ),
    svg('path', { class: 'felt-wood', d: WOOD }),
    svg('path', { class: 'felt-cloth', d: CLOTH }),
    svg(
      'g',
      { 'clip-path': 'url(#felt-inside)' },
      svg('path', { class: 'felt-shade', d: CLOTH }),
      svg('path', { class: 'felt-shade', d: CLOTH, 'stroke-width': 34 }),
    ),
    svg('path', { class: 'felt-brass', d: CLOTH }),
    svg('path', { class: 'felt-seam', d: SEAM }),
    svg('path', { class: 'felt-stitch', d: 'M0 605C40 673 300 693 550 693S1060 673 1100 605' }),
    svg('path', { class: 'felt-edge', d: 'M0 600C40 668 300 690 550 690S1060 668 1100 600' }),
  )
}
