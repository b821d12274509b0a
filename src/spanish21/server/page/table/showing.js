// Shows events one after another; a key, a click or a hidden page skips to what is true.

import { isMotionOn } from '../parts/settings.js'
import { pictureOf, settled, stepped } from './picture.js'

const LASTS = {
  CardDealt: 190, HoleCardTurned: 420, PairSplit: 250, DoubleMade: 160, WagerSettled: 320, BonusPaid: 500, WheelSpun: 3400, CommunityWheelSpun: 3400,
  HotSpotDrawn: 700, BlackjackAnnounced: 300, ReaderAnswered: 350, DealerDone: 250,
}

/** What lies beside the felt has changed with the message: the first card comes a frame later, so that neither waits for both. */
const A_FRAME = 20

/** `tell(item, picture)` is called for every event in its turn, `draw(picture, item)` after every step that is shown; `item` is
    null when the picture is simply true. */
export function showing(draw, tell) {
  let picture = null
  let queue = []
  let timer = 0

  function whole(view) {
    stop()
    picture = pictureOf(view)
    draw(picture, null)
  }

  function change(view, events) {
    if (!picture) return whole(view)
    queue.push(...events.map(item => ({ item })), { view })
    if (!isMotionOn() || document.hidden) return skip()
    if (!timer) timer = setTimeout(next, A_FRAME)
  }

  function next() {
    timer = 0
    while (queue.length) {
      const { item, view } = queue.shift()
      const lasts = item ? (LASTS[item.event.type] ?? 0) : 0
      advance(item, view)
      if (view && queue.length) continue
      if (view || lasts) draw(picture, item ?? null)
      if (lasts) {
        timer = setTimeout(next, queue.length > 60 ? lasts / 2 : lasts)
        return
      }
    }
  }

  function advance(item, view) {
    picture = view ? settled(picture, view) : stepped(picture, item)
    if (item) tell(item, picture)
  }

  /** Show at once what is true. */
  function skip() {
    clearTimeout(timer)
    timer = 0
    if (!queue.length) return
    for (const { item, view } of queue) advance(item, view)
    queue = []
    picture.wheel = isMotionOn() ? null : picture.wheel
    draw(picture, null)
  }

  function stop() {
    clearTimeout(timer)
    timer = 0
    queue = []
  }

  return { whole, change, skip, stop, isBusy: () => Boolean(timer), isOver: () => Boolean(picture?.isOver) }
}
