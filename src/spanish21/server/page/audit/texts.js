// Every string of the audit and of the check of a shoe.

const s = (count, word, plural = `${word}s`) => `${count.toLocaleString('en')} ${count === 1 ? word : plural}`

export const U = {
  title: 'Audit',
  intro: 'Every table keeps a log that only grows. Each event is hashed onto the one before it, so nothing can be changed, left out or put in later.',
  onlyAuditors: 'The books of the house are for auditors. Log in with an account that has this role.',
  tables: 'Logs', table: 'Table', book: 'Book', state: 'State', events: 'Events', open: 'Open', states: { open: 'open', closed: 'closed', stopped: 'stopped' }, openLog: name => `Read the log of ${name}`,
  whole: 'The whole house again', wholeIntro: 'Chains, notes, tables, ledger, meters, shoes, rounds and balances, derived anew on the server from the logs alone, as far as shoes have been opened.', run: 'Audit everything', running: 'Auditing…',
  wholeGood: (tables, events) => `${s(events, 'event')} in ${s(tables, 'log')}: everything agrees.`, wholeBad: count => `${s(count, 'finding')}:`, unread: (count) => `${s(count, 'log')} could be read only up to a shoe that is still closed; from there on the chain was checked.`,
  tabs: { log: 'Log', shoes: 'Shoes', rounds: 'Rounds', ledger: 'Ledger', export: 'Export' },

  // the log
  check: 'Check the chain in this browser', checking: (at, of) => `${at.toLocaleString('en')} of ${of.toLocaleString('en')} events…`,
  chainGood: (events, sealed) => `The chain holds: ${s(events, 'event')}, each hashed onto the one before it, up to the head of the log.${sealed ? ` ${s(sealed, 'event')} ${sealed === 1 ? 'is' : 'are'} sealed: the hash stands for ${sealed === 1 ? 'it' : 'them'} until the shoe is over.` : ''}`,
  chainBad: count => `The chain does not hold: ${s(count, 'finding')}.`, notChained: 'is not chained to the one before it', wrongLeaf: 'does not have the hash in the log', missing: seq => `is missing: the next one is event ${seq}`, wrongHead: 'the log does not end at its head', event: seq => `Event ${seq}`,
  noCrypto: 'This browser hashes only on pages that come by https or from this machine. `spanish21 verify` checks the same on the command line.',
  seq: 'No.', time: 'Time', what: 'What happened', hash: 'Chain', sealed: shoe => `Sealed until shoe ${shoe} is over`, askedBy: (command, by, role) => `${command} · ${role} ${by}`, reason: text => `“${text}”`, second: who => `with ${who}`, automatic: 'the house itself',
  newest: 'Newest', earlier: 'Earlier', later: 'Later', range: (first, last, of) => `${first.toLocaleString('en')} to ${last.toLocaleString('en')} of ${of.toLocaleString('en')}`, cards: count => s(count, 'card'),

  // shoes
  shoes: 'Shoes', shoesTitle: name => `The shoes of ${name}`, shoesIntro: 'Before the cut, the house publishes a commitment: a hash of the whole order of the cards. When the shoe is over, it publishes salt and cards. This browser hashes them itself and follows every card that came out.',
  shoe: number => `Shoe ${number}`, shoeOpen: 'over: it can be checked', shoeClosed: 'still closed: its commitment is published', commitment: 'Commitment', verify: 'Check it here', verifyShoe: number => `Check shoe ${number} here`, verifying: 'Checking…', noShoes: 'No shoe has been shuffled yet.',
  held: 'Every promise was kept.', broken: 'Something is wrong.',
  checks: {
    commitment: 'SHA-256 of salt and cards is the commitment that was published before the cut', decks: decks => `The cards are those of ${s(decks, 'Spanish deck')}`, order: count => `${s(count, 'card')} came out, each of them the next of the order after the cut`, chain: count => `${s(count, 'event')} of its time are chained without a gap`, leaves: count => `${s(count, 'public event')} ${count === 1 ? 'has' : 'have'} the hash in the log`,
  },
  cameOut: (card, lay, at) => `card ${at}: ${card} came out where ${lay} lay`, emptyShoe: (card, at) => `card ${at}: ${card} came out of an empty shoe`, otherOrder: 'it was opened in another order than the log has',
  orderTitle: 'The order after the cut, as it came out', orderOut: 'came out', orderIn: 'stayed in the shoe', byHand: 'By hand', byHandText: 'Nothing but sha256sum is needed; the record says how.', recordLink: 'The public record (JSON)', salt: 'Salt',

  // rounds
  rounds: 'Rounds', round: number => `Round ${number}`, roundsIntro: 'The discard rack keeps the cards in the order in which they were picked up. From it every hand can be laid out again, beside what the log says was dealt.', noRounds: 'No round has been played yet.', dealt: 'Dealt, by the log', rack: 'Rebuilt from the rack', same: 'the same', differs: 'differs', gone: 'shuffled back into the shoe', box: (box, hand, hands) => `Box ${box}${hands > 1 ? `, hand ${hand + 1}` : ''}`, dealer: 'Dealer', watch: 'Watch this round again', notOver: 'This round is not over.', allSame: 'Every hand in the rack is the hand that was dealt.', someDiffer: count => `${s(count, 'hand')} in the rack ${count === 1 ? 'is' : 'are'} not what was dealt.`,

  // the ledger
  ledger: 'Ledger', ledgerIntro: 'Chips and cash only ever move from one account to another; all accounts together come to nothing.', find: 'Accounts that begin with, or name', account: 'Account', holds: 'Holds', moves: account => `The last moves of ${account}`, amount: 'Amount', other: 'From or to', why: 'Why', where: 'Event', sum: 'Together', noAccounts: 'No account has such a name.', csv: 'Save as CSV', pick: 'Choose an account to see its moves.',
  export: 'Export', exportRounds: 'All rounds that are over (JSON Lines)', exportRoundsText: 'One round a line, with its events as anybody at the table saw them.', exportRecord: 'The public record of the table (JSON)', exportRecordText: 'What `spanish21 verify` checks: commitments, keys of shoes that are over, events with their hashes.', exportLog: 'The log of this page (CSV)', exportLogText: 'The rows as they stand here, with who asked for them and why.', save: 'Save',
}
