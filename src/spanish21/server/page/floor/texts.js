// Every string of the floor, the dealer's and the floorperson's views.

export const F = {
  title: 'The floor',
  intro: 'Every table, what is due at it, and who is on duty.',
  onlyStaff: 'The floor is for dealers, floorpeople and administrators. Log in with an account that has one of these roles.',
  noTables: 'No table is open.',
  deal: 'Deal here', watch: 'Watch over it', goOn: 'To the table', leave: 'Go off duty',
  dealAt: name => `Deal at ${name}`, watchAt: name => `Watch over ${name}`, leaveAt: name => `Go off duty at ${name}`, goOnAt: name => `To the table ${name}`,
  roles: { dealer: 'dealer', floorperson: 'floorperson' }, role: { dealer: 'Dealer', floorperson: 'Floorperson' },
  house: 'the house', nobody: 'nobody yet',
  facts: { phase: 'Now', people: 'People', duty: 'On duty', inventory: 'Inventory', drop: 'Drop box', cards: 'Cards left' },
  peopleAt: (count, boxes) => `${count} at ${boxes} boxes`,
  dueTo: { dealer: 'For the dealer', floorperson: 'For the floorperson' },
  nothingDue: 'Nothing is due: the table waits for its people.',
  halted: 'halted', stopped: 'stopped', realShoe: 'real cards', dealtByPerson: 'a person deals', automatic: 'the house deals',
  phases: {
    closed: 'Opening', spread: 'Cards are spread', stack: 'Shuffling', batch: 'Shuffling', cut: 'Cutting', cover: 'Cover card', load: 'Loading the shoe', burn: 'Burn card', wagers: 'Wagers',
    deal: 'First cards', match: 'Match wagers', insurance: 'Insurance', reader: 'Card reader', play: 'Players decide', dealer: "Dealer's hand", settle: 'Settlement', collect: 'Picking up',
  },
  openTitle: 'Open a table with people of the house', openIntro: 'The house does by itself what nobody is on duty for, unless you say that the table waits for a person.',
  dealtBy: 'Dealt by', watchedBy: 'Watched over by', byPerson: 'a person on duty', byHouse: 'the house', withReal: 'Real cards: the dealer enters what comes out of the shoe',

  // on duty at a table
  notOnDuty: (role, name) => `You are not on duty as ${role} at ${name}.`, goOnDuty: role => `Go on duty as ${role}`, noRole: role => `You need the role ${role}; an administrator gives it.`,
  logInFirst: 'Log in first.', toAccount: 'To your account', toFloor: 'All tables',
  next: 'Next', forYou: 'Your move', waiting: 'Waiting', orderTitle: { dealer: 'Next for the dealer', floorperson: 'Next for the floorperson' },
  waitingFor: names => `The table waits for ${names}.`, waitingForAll: 'Wagers are open. Close them when everybody is ready.', nothing: 'Nothing is due now.',
  whyTitle: clauses => `By ${clauses}`, more: count => `and ${count} more`,
  doIt: 'Done', otherwise: 'Otherwise…', dealOne: 'Deal this card', dealAll: 'Deal all that is due',
  faceDown: 'Dealt face down', reader: { true: 'The reader says: Blackjack', false: 'The reader says: no Blackjack' },
  pad: 'Which card came out?', padKeys: 'Type rank and suit (7 S), or tap.', padTyped: rank => `${rank} …`, suits: { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' }, cardKey: card => `Enter the ${card}`,
  tabs: { steps: 'Steps', irregular: 'Irregularities', table: 'Table', round: 'Round', orders: 'Orders' },
  steps: 'What else can be done now', stepsNone: 'Nothing else can be done now.', ordersIntro: 'Each order goes into the log with your reason.', confirms: 'Confirm and keep house', orders: 'Order, with a reason', ordersNone: 'No order is possible now.',
  reason: 'Reason', reasonHelp: 'It goes into the log.', reasonMissing: 'Give a reason: it goes into the log.', second: "The second person's code", secondHelp: 'The other person stands by under “Account” and tells you the code.', secondMissing: "Enter the second person's code.",
  irregularIntro: 'What the book knows. Open one to see what is done; report it when it has happened.', report: 'It has happened', byItself: 'The table finds this by itself when the card is dealt.', possibleNow: 'possible now', reportedBy: role => `The ${role} reports this.`,
  checklist: 'Opening checklist', checklistIntro: 'Tick what is in its place. The table opens when everything is.', checklistSend: 'Everything is in place', checklistLeft: count => `${count} left`, tickAll: 'Tick everything',
  money: 'Money', inventory: 'Inventory', dropBox: 'Drop box', slip: 'Slip', meters: 'Meters', devices: 'Devices', shoe: 'Shoe', rack: 'Discards', shuffler: 'Shuffling device', inDevice: 'Cards in it', cover: 'Cover card', coverOut: 'out: shuffle after this round', coverIn: 'in the shoe', readerTitle: 'Card reader', hasReader: 'at the table',
  people: 'People', noPeople: 'Nobody is at the table.', seat: seat => (seat ? `box ${seat}` : 'standing'), barred: 'sits out', approvals: 'Approvals', approvalsMissing: 'For play chips only. These approvals are missing before it can be for money:', approvalsAll: 'All approvals are there.',
  slips: { count: 'a count', fill: 'a fill', credit: 'a credit' },
  stoppedTitle: 'This table has stopped', resume: 'Let it go on', resumed: 'The table goes on.', closeTable: 'Close the table', closeIntro: 'The round under way is the last one; everybody is cashed out, and the shoes are opened.', closed: 'The table is closed.', closing: 'It closes when the round is over.',
  offDuty: 'Go off duty', sent: 'Done.',
  keysHelp: 'Enter does what is due. With real cards type rank and suit.',
}

/** What the house's commands are called on a button. */
export const STEPS = {
  CheckEquipment: 'Check the equipment', InspectReader: 'Reader inspected', BeginGamingDay: 'Begin a gaming day', TellTime: 'Note the time', ReceiveDecks: 'Decks received', InspectDecks: 'Decks inspected', ReplaceDeck: 'Deck replaced',
  VerifyInspection: 'Inspection verified', RemoveTens: '10s taken out', VerifyTens: '10s verified', SpreadCards: 'Cards spread', WashCards: 'Washed and stacked', ReportIdle: 'Nobody plays: spread the cards', ChangeDecks: 'Take the decks out of play',
  Shuffle: 'Shuffled', TakeBatch: 'Batch taken', OfferCut: 'Cut offered', Cut: 'Cut', OrderRecut: 'Order another cut', PlaceCoverCard: 'Cover card placed', LoadShoe: 'Shoe loaded', BurnCard: 'Card burned', RelieveDealer: 'Relieve the dealer', OrderReshuffle: 'Order a shuffle after this round',
  CountInventory: 'Count the inventory', Fill: 'Fill', Credit: 'Credit', ConfirmSlip: 'Confirm the slip', ConfirmCash: 'Confirm the cash', PermitWagering: 'Let somebody wager again', CloseWagers: 'No more wagers',
  Deal: 'Deal', SettleMatch: 'Settle the match wagers', CloseInsurance: 'Close insurance', InsertHoleCard: 'Hole card into the reader', Announce: 'Announced', TurnHoleCard: 'Hole card turned', AnnounceDealersCard: 'Announced', DrawHotSpot: 'Draw the hot spot', Spin: 'Spin the wheel', SpinCommunity: 'Spin the community wheel',
  CheckLight: 'The light is on', ValidatePayout: 'Validate the payout', Settle: 'Settle', CollectCards: 'Cards picked up',
  FindFaceUp: 'A card lies face up', RemoveTen: 'Take the 10 out', DrawInError: 'Card drawn in error', OverdrawDealer: 'Dealer drew too many', SkipDealer: "Dealer's card missed", SkipBox: 'Box passed over', MissRequest: 'Request missed', ReportInsertion: 'Hole card inserted too early', ReportReaderFailure: 'The reader has failed', RepairReader: 'Reader repaired',
  ReportShufflerJam: 'The device has jammed', ReportShufflerFailure: 'The device has failed', PutShufflerAside: 'Device put aside', ReportCoverCard: 'The cover card is out', ReportShoeEmpty: 'The shoe is empty',
}

export const FIELDS = { amount: 'Amount', minutes: 'Minutes', defective: 'Deck with a defect (0: none)', behind: 'Cards behind it', at: 'Cards above the cut card', exposed: 'Seen by players', shows_value: 'Players could see it', preshuffled: 'Already shuffled', preinspected: 'Already inspected', count: 'Cards (0: all)', person: 'Who', box: 'Box', kind: 'Wager', card: 'Card', deck: 'Deck', stop: 'Stop' }
