// Every string of the account, the welcome and the people's room.

export const A = {
  title: 'Your account',
  intro: 'Play chips, limits that you set yourself, and what you may do in the house.',
  strangerIntro: 'Log in, or open an account. To play at once, sit down at any table as a guest.',
  logIn: 'Log in', name: 'Name', password: 'Password', passwordHelp: 'At least 8 characters.',
  newAccount: 'Open an account', openAccount: 'Open the account', newIntro: 'You begin with the play chips of a guest.',
  keep: 'Keep what you have', keepIntro: 'You are a guest. Choose a name and a password, and your chips and your seat stay yours.', keepButton: 'Make this my account',
  kept: name => `Welcome, ${name}. From now on you can log in under this name.`,
  who: 'You', guest: 'guest', purse: 'Purse', roles: 'Roles', seats: 'Seats', duties: 'On duty',
  roleNames: { player: 'player', dealer: 'dealer', floorperson: 'floorperson', auditor: 'auditor', administrator: 'administrator' },
  noSeats: 'You sit at no table.', seat: (name, box) => (box ? `${name}, box ${box}` : `${name}, standing`),
  duty: (role, name) => `${role} at ${name}`,
  logOut: 'Log out', logOutGuest: 'Log out and leave these play chips',
  exclusion: 'Take a break', exclusionIntro: 'You will not be able to sit down, buy chips or wager. It begins at once and cannot be taken back or made shorter.',
  excludeDays: { 1: 'one day', 7: 'one week', 30: 'one month', 180: 'six months', 365: 'one year', 1825: 'five years' },
  excludeFor: 'For', excludeSure: 'I know that this cannot be taken back', exclude: 'Exclude me from play', excluded: until => `You are excluded from play until ${until}.`, excludeTick: 'Tick the box first.',
  second: 'Second person', secondIntro: 'A progressive payout needs two people. Stand by, and tell your code to the floorperson who validates it.', standBy: 'Stand by', code: 'Your code, good once and for two minutes', codeOver: 'This code has expired.',
  changePassword: 'Change your password', oldPassword: 'Password now', newPassword: 'New password', changed: 'Your password is changed. Everywhere else you are logged out.',
  data: 'Your data', dataIntro: 'All that the house keeps about you, as a file; or have it forgotten. The log keeps a pseudonym that leads to nobody.', saveData: 'Save my data', erase: 'Erase my account', eraseSure: 'I know that my chips are gone with it', erased: 'You are forgotten.', erasePassword: 'Password, to be sure',
  appearance: 'Colours and movement',

  welcome: 'Welcome to the house', welcomeIntro: 'This link opens an account once, with the role that it was made for. Choose a name and a password.', welcomeDone: 'Go on', welcomeTo: (name, roles) => `Welcome, ${name}. You are ${roles}.`, linkMissing: 'This link is not complete. Copy the whole line from the terminal.',
  logOutFirst: 'You are logged in already. Log out first; then open the link again.',

  people: 'People', peopleIntro: 'Everybody with an account, and what they may do. A role holds at once.', find: 'Find a name', since: 'Account since', lastSeen: 'Last seen', nobody: 'Nobody has an account under such a name.',
  roleOf: (role, name) => `${name}: ${role}`, gave: (name, role) => `${name} is ${role} now.`, took: (name, role) => `${name} is not ${role} any more.`, excludedPill: 'excluded',
  more: 'Chips, log-out, erasure', moreOf: name => `${name}: chips, log-out, erasure`, chips: 'Chips in, or (below 0) out', giveChips: 'Give or take chips', purseOf: (name, purse) => `${name} has ${purse} now.`,
  logOutIntro: 'Ends all sessions of this account at once, wherever it is open.', logOutOne: 'Log out everywhere', loggedOut: name => `${name} is logged out everywhere.`,
  eraseReason: 'Reason for erasing', eraseOne: 'Erase this account', eraseOneSure: 'I know that it cannot be taken back', erasedOne: name => `${name} is forgotten. The log keeps a pseudonym.`,
  invite: 'Invite somebody', inviteIntro: 'A link that opens an account once, within 24 hours, with a role.', role: 'Role', makeLink: 'Make a link', link: 'Send this link to one person; it works once.',
  correct: 'Put a mistake right', correctIntro: 'A new transfer between a purse and the house, with a reason and two people whom it does not concern. Below 0 it takes from the purse.', whom: 'Whose purse', amount: 'Amount', reason: 'Reason', secondCode: "The second person's code", correctButton: 'Correct', corrected: purse => `Done: the purse holds ${purse}.`, badAmount: 'Type an amount, such as 15 or -10.',
  onlyAdministrators: 'Only an administrator sees the people of the house.',
  rolesMay: { player: 'plays', dealer: 'deals at the table where they are on duty', floorperson: 'confirms and orders at the table where they are on duty', auditor: 'reads the log and the ledger, audits, exports', administrator: 'gives and takes roles; cannot read the log' },
}

export const article = word => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
export const day = at => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
