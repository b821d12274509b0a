// Every string of the page, in one place; in Spanish, texts.es.js has the same.

import { spoken } from './parts/language.js'
import { money, signed } from './parts/money.js'

/**
 * "7s" -> "7 of spades"
 * @param {string} text
 */
export function cardName(text) {
  if (!text || text === '??') return T.faceDown
  return T.card(T.ranks[text[0]] ?? text[0], T.suits[text[1]])
}

/**
 * "AskBurnCard" -> "Ask burn card", "second_batch" -> "Second batch"
 * @param {string} name
 */
export function spelled(name) {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<!^)([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * ["hit", "stand", "double"] -> "hit, stand or double"
 * @param {string[]} words
 */
export function either(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${T.or} ${words.at(-1)}`
}

const s = (/** @type {number} */ count, /** @type {string} */ word) => `${count} ${word}${count === 1 ? '' : 's'}`

const ENGLISH = {
  title: 'Spanish 21',
  loading: 'One moment…',
  missingTitle: 'This card is not in the deck.',
  missingText: 'There is no page at this address.',
  missingHome: 'To the tables',
  ranks: /** @type {Record<string, string>} */ ({ A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' }),
  suits: /** @type {Record<string, string>} */ ({ s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' }),
  card: (/** @type {string} */ rank, /** @type {string} */ suit) => `${rank} of ${suit}`,
  faceDown: 'a card face down',
  or: 'or',
  ways: { school: 'School', floor: 'Floor', audit: 'Audit', people: 'People', approvals: 'Two people' },
  logIn: 'Log in',
  noServer: 'The server is not responding. Check your connection and try again.',
  serverTrouble: 'Internal error on the server. Please try again.',
  connecting: 'Connecting to the table…',
  reconnecting: 'Connection lost. Reconnecting; your cards and wagers are safe.',
  connected: 'Connected again.',
  reload: 'Reload the page to continue.',
  otherVersion: 'The server has a newer version of this page. Reload it to continue.',
  roomsTitle: 'Rooms',
  rooms: { '': 'Tables', history: 'History', learn: 'Learn', explorer: 'Explorer', study: 'Study', editor: 'Editor' },

  // the lobby
  lobby: 'All tables',
  heroTitle: 'Twenty-one without the tens.',
  heroText:
    'Without the 10s the game pays you back: your 21 beats the dealer’s 21, a Blackjack is paid whatever the ' +
    'dealer has, and special 21s pay up to 3 to 1.',
  heroPlay: 'Sit down as a guest',
  heroLearn: 'Learn it in five minutes',
  heroPicture: 'Spades without the ten: eight, nine, an empty place, jack, queen, king, ace',
  jackpots: 'Jackpots',
  jackpotAt: (/** @type {string} */ title, /** @type {string} */ amount, /** @type {string} */ name) =>
    `${title} pays ${amount} at ${name}!`,
  filters: 'Which tables are shown',
  kindsOfTable: /** @type {Record<string, string>} */ ({
    all: 'All',
    free: 'Seat free',
    small: `${money(500)} or less`,
    jackpots: 'Jackpots',
    alone: 'On my own',
    quick: 'Quick',
  }),
  everyBook: 'Every rulebook',
  yourTables: 'Your tables',
  yourTable: 'Your table',
  backToSeat: 'Back to your seat',
  watchTable: 'Watch',
  watchTableAt: (/** @type {string} */ name) => `Watch ${name}`,
  lobbyEmpty: 'Waits for its first player',
  lobbyPhases: /** @type {Record<string, string>} */ ({
    stopped: 'stopped',
    opening: 'is being opened',
    stack: 'cards are shuffled',
    batch: 'cards are shuffled',
    cut: 'cards are cut',
    wagers: 'wagers are open',
    deal: 'cards are dealt',
    match: 'cards are dealt',
    insurance: 'insurance',
    reader: 'the dealer checks the hole card',
    play: 'players decide',
    dealer: 'the dealer plays',
    settle: 'wagers are settled',
    collect: 'cards are picked up',
  }),
  lobbyIntro:
    'Five real rulebooks, and the clause behind every payment. Sit down as a guest: play chips are on the house.',
  houseOfOne: 'This is a house of one person: it is for trying things out, and plays with play chips only.',
  houseOfOneShort: 'a house of one person',
  noTables: 'No table is open yet. Open one from a book below.',
  sitDown: 'Play',
  sitDownAt: (/** @type {string} */ name) => `Play at ${name}`,
  openTable: 'Open a table',
  openIntro: 'Choose a rulebook; the table opens with its sample submission.',
  book: 'Rulebook',
  own: 'my own Rules Submission',
  ownText: 'The submission, as TOML',
  tableName: 'Name of the table',
  open: 'Open',
  decks: (/** @type {number} */ count) => s(count, 'deck'),
  limits: (/** @type {number} */ least, /** @type {number} */ most) => `${money(least)} to ${money(most)}`,
  seats: (/** @type {number} */ taken, /** @type {number} */ boxes) =>
    taken === 0 ? `${boxes} seats free` : taken >= boxes ? 'full' : `${boxes - taken} of ${boxes} seats free`,
  edge: 'House edge',
  edgeText: (/** @type {number | null} */ edge) =>
    typeof edge === 'number' ? `${(edge * 100).toFixed(3)}\u00a0%` : T.edgeUnknown,
  edgePending: 'being worked out…',
  edgeUnknown: 'unknown',
  limitsTitle: 'Wagers',
  cardsTitle: 'Cards',
  seatsTitle: 'Seats',
  playChips: 'play chips',
  reading: 'Reading the tables…',
  you: (/** @type {string} */ name, /** @type {number} */ purse) => `${name} · ${money(purse)}`,

  // the table
  toLobby: 'All tables',
  toTable: 'To the table',
  checkShoes: 'Check the finished shoes',
  dealer: 'Dealer',
  shoe: 'Shoe',
  cardsIn: (/** @type {number} */ count) => s(count, 'card'),
  rack: 'Discards',
  reader: 'Card reader',
  coverCard: 'Cover card out',
  box: (/** @type {number} */ number) => `Box ${number}`,
  sitHere: 'Sit here',
  sitAt: (/** @type {number} */ number) => `Sit down at box ${number}`,
  watching: 'You are watching. Choose a free box to sit down.',
  total: (/** @type {number} */ total, /** @type {boolean} */ soft) => (soft ? `soft ${total}` : String(total)),
  round: (/** @type {number} */ number) => (number ? `Round ${number}` : 'Before the first round'),
  net: (/** @type {number} */ amount) => `${amount === 0 ? 'even' : signed(amount)}`,
  minutes: (/** @type {number} */ count) => `${count} min`,
  halted: 'The table is halted.',
  stopped: (/** @type {string} */ text) => `This table has stopped: ${text}`,
  exposed: 'Card drawn in error',
  signs: 'Payouts',
  signPays: 'pays?',
  states: /** @type {Record<string, string>} */ ({
    blackjack: 'Blackjack',
    busted: 'Bust',
    surrendered: 'Surrendered',
    rescued: 'Rescued',
    dead: 'Dead',
    removed: 'Paid',
    stood: '',
    open: '',
    waiting: '',
  }),

  // phases, as they are shown above the buttons
  phases: /** @type {Record<string, string>} */ ({
    wagers: 'Place your wagers',
    deal: 'Dealing',
    match: 'Dealing',
    insurance: 'Insurance?',
    reader: 'The dealer checks the hole card',
    play: '',
    dealer: 'The dealer plays',
    settle: 'Wagers are settled',
    collect: 'Cards are picked up',
    cut: 'Cut the cards',
  }),
  beforePlay: 'The table is being opened',
  yourTurn: 'Your turn',
  youMay: (/** @type {string} */ what) => `You may ${what}.`,
  yourTurnHand: (/** @type {number} */ at, /** @type {number} */ of) => `Your turn: hand ${at} of ${of}`,
  waitsFor: (/** @type {string} */ names) => `Waiting for ${names}`,
  secondsLeft: (/** @type {number} */ count) => `${count} s`,

  // decisions: label, key
  commands: /** @type {Record<string, [string, string]>} */ ({
    Draw: ['Hit', 'h'],
    Stand: ['Stand', 's'],
    Double: ['Double', 'd'],
    Split: ['Split', 'p'],
    Surrender: ['Surrender', 'r'],
    Rescue: ['Rescue', 'x'],
    Insure: ['Insure', 'i'],
    DeclineInsurance: ['No insurance', 'n'],
    Cut: ['Cut here', 'c'],
    RefuseCut: ['Decline the cut', 'n'],
    FollowDouble: ['Double too', 'd'],
    FollowSplit: ['Split too', 'p'],
    RefuseCard: ['Refuse the card', 'j'],
    AnswerLateCard: ['Answer about the late card', 'l'],
    AskBurnCard: ['See the burn card', 'u'],
    RequestFaceUp: ['See the cards face up', 'f'],
    BuyChips: ['Buy chips', 'b'],
    Consent: ['Let another player onto your box', 'o'],
    Leave: ['Leave the table', 'q'],
    WithdrawWager: ['Take back', 't'],
    HandleCards: ['Reach for the cards', ''],
    PlaceWager: ['Wager', 'w'],
    Join: ['Sit down', 'j'],
  }),
  fields: /** @type {Record<string, string>} */ ({
    box: 'Box',
    amount: 'Amount',
    kind: 'Wager',
    instrument: 'With',
    person: 'Who',
    chips: 'Chips',
    seat: 'Box',
    at: 'Cards above the cut card',
    covers: 'Cover both hands',
    hand: 'Hand',
    takes: 'Take the card',
  }),
  values: /** @type {Record<string, string>} */ ({
    true: 'yes',
    false: 'no',
    chips: 'chips',
    cash: 'cash',
    coupon: 'match-play coupon',
    main: 'the wager',
  }),
  behindTable: 'behind the table',
  bounds: (/** @type {number} */ least, /** @type {number} */ most) =>
    least === most ? money(least) : `${money(least)} to ${money(most)}`,
  whyNotUnknown: 'This is not possible now.',
  refused: (/** @type {string} */ text) => `Refused: ${text}`,
  stale: 'The table had already moved on. Look again.',
  askingWhy: 'Asking why not…',
  more: 'More',
  cancel: 'Cancel',

  // wagers
  wagerOn: (/** @type {string} */ title, /** @type {number} */ box) => `${title} on box ${box}`,
  chip: (/** @type {number} */ value) => `Chip ${money(value)}`,
  amountLabel: 'Amount to wager',
  place: (/** @type {number} */ amount) => `Place ${money(amount)}`,
  atMost: (/** @type {number} */ amount) => `At most ${money(amount)} can be wagered here.`,
  repeat: (/** @type {number} */ amount) => `Repeat ${money(amount)}`,
  instrument: 'Pay with',
  staged: (/** @type {number} */ amount, /** @type {string} */ title, /** @type {number} */ box) =>
    `${money(amount)} ready for ${title}, box ${box}. Enter places it.`,

  // cutting
  cutTitle: 'Place the cut card',
  cutAt: (/** @type {number} */ at, /** @type {number} */ of) => `${at} cards above it, ${of - at} below`,

  // the panel
  tabs: /** @type {Record<string, string>} */ ({
    round: 'Round',
    coach: 'Coach',
    rounds: 'History',
    rules: 'Rules',
    settings: 'Settings',
  }),
  coachAsk: 'What would you do?',
  coachKey: 'a',
  coachNone: 'Ask when it is your turn: the analyser prices every choice you have, to the cent.',
  coachThinks: 'Thinking…',
  coachBest: 'best',
  coachCost: (/** @type {number} */ cost) => `costs ${money(cost)}`,
  coachTitle: 'What each choice is worth',
  roundEmpty: 'What happens in the round is written here, with the clause behind each payment.',
  roundsEmpty: 'No round has been played yet.',
  roundsTitle: 'Last rounds',
  rulesTitle: 'On this layout',
  rulesPays: 'Current payouts',
  shoeCommitment: 'Shoe commitment',
  shoeText: 'Published before the cut; anyone can use it to check the shoe once it is over.',
  theme: 'Colours',
  themes: { auto: 'as the system', light: 'light', dark: 'dark' },
  language: 'Language',
  languages: { auto: 'as the browser', en: 'English', es: 'Español' },
  motion: 'Motion',
  fourColours: 'Four-colour cards',
  sound: 'Sounds',
  keys: 'Single-key shortcuts',
  limitsOwn: 'My limits',
  limitsHelp: 'A lower limit takes effect immediately, a higher one after a day. Leave a field empty for no limit.',
  limitLoss: 'Lose at most',
  limitMinutes: 'Play at most, in minutes',
  limitsSave: 'Set my limits',
  limitsSaved: 'Your limits are set.',
  limitsBad: 'A limit is an amount of money or a whole number of minutes.',
  replay: 'Replay',
  replayStep: 'Step of the round',
  replayPlay: 'Play',
  replayPause: 'Pause',
  replayNext: 'Next step',
  replayBack: 'Previous step',
  replayEnd: 'Back to the table',
  replayShare: 'Copy link',
  replayShared: 'Link copied',
  watchAgain: 'Watch again',
  fromText: 'As a link that contains the round',
  pasteRound: 'Show a round from its text',
  noSuchRound: 'That round cannot be shown.',
  wheelTitle: (/** @type {string} */ name) => `The wheel turns for ${name}`,
  wheelYou: 'you',
  communityWheel: 'The community wheel turns',
}

export const T = await spoken(ENGLISH, async () => (await import('./texts.es.js')).T)
