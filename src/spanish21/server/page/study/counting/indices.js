// Indices: the true counts at which decisions change, by what each is worth.

import { el } from '../../parts/dom.js'
import { showWhenFound } from '../../parts/rooms/room.js'
import { study } from '../../wire/study_answers.js'
import { number, optionName, percent, signedNumber } from '../../parts/numbers.js'
import { barPlot } from '../plots/bars.js'
import { figureList, longTable, sheet } from '../numbers_shown.js'
import { mountTags } from './tags.js'
import { N } from '../number_texts.js'

const L = N.indices
const DRAWN = 18

export function mountIndices(/** @type {Page.Study} */ { book, subject, isWanted }) {
  const place = el('div', { class: 'count-found' })
  const tags = mountTags({ ask, button: L.find })
  const node = el('div', { class: 'price-list' }, el('p', {}, L.intro), tags.node, place)
  ask()

  function ask() {
    return showWhenFound(
      place,
      () => study('indices', { ...subject, ...tags.asked() }, () => isWanted() && node.isConnected),
      found => show(found, book),
    )
  }

  return { node }
}

/**
 * @param {Wire.IndicesFound} found
 * @param {string} book
 */
function show(found, book) {
  const ten = found.indices.slice(0, 10).reduce((sum, one) => sum + one.gain, 0)
  return [
    figureList([
      [L.gain, percent(found.gain, 4), L.gainHelp],
      [L.count, number(found.indices.length), L.countHelp],
      [L.ten, percent(found.gain ? ten / found.gain : 0, 0), L.tenHelp],
    ]),
    sheet(
      barPlot(
        {
          title: L.plot,
          help: L.plotHelp,
          name: `${book}-indices`,
          tick: value => number(value),
          csv: () => csvOf(found.indices),
        },
        found.indices.slice(0, DRAWN).map(one => ({
          name: one.hand === 'insurance' ? L.insure : `${one.hand.replace('hard ', '')}/${one.up}`,
          value: 1e6 * one.gain,
          text: L.read(one),
        })),
      ),
    ),
    sheet(longTable(L.head, found.indices.map(rowOf), { words: 4, more: L.more })),
  ]
}

/** @param {Wire.IndexRow} one */
function rowOf(one) {
  return [
    L.hand(one.hand, one.doubles),
    one.up,
    one.hand === 'insurance' ? '–' : optionName(one.chart),
    one.hand === 'insurance' ? L.insure : optionName(one.action),
    L.limit(one),
    signedNumber(one.crossing, 2),
    number(1e6 * one.gain, 1),
  ]
}

/** @param {Wire.IndexRow[]} indices */
const csvOf = indices => [
  ['hand', 'up', 'doubles', 'chart', 'action', 'at least', 'at most', 'crossing', 'gain', 'often'],
  ...indices.map(one => [
    one.hand,
    one.up,
    one.doubles,
    one.chart,
    one.action,
    one.at_least ?? '',
    one.at_most ?? '',
    one.crossing,
    one.gain,
    one.often,
  ]),
]
