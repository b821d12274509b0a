// Every string of requests for a second person, of the second factor and of sessions.

import { spoken } from '../parts/language.js'

const ENGLISH = {
  title: 'Two people',
  intro: 'What needs a second person: read it, and agree on this screen, or read six digits aloud.',
  none: 'Nothing waits for you.',
  onlyStaff: 'Requests are for the people of the house. Log in with such a role first.',
  by: (/** @type {string} */ name) => `asked for by ${name}`,
  agree: 'Agree',
  refuse: 'Refuse',
  digits: 'Six digits',
  readAloud: (/** @type {string} */ digits) => `Read these digits aloud: ${digits.slice(0, 3)} ${digits.slice(3)}`,
  agreed: 'Done.',
  refused: 'You have refused.',
  word: (/** @type {string} */ word) => `Tell this word to the person the link is for, and to no one else: ${word}`,
  mine: 'What you have asked for',
  waits: 'It waits for a second person, who agrees on their own screen, or reads six digits to you.',
  typed: 'Six digits of the second person',
  type: 'Enter the digits',
  takeBack: 'Take it back',
  states: /** @type {Record<string, string>} */ ({
    done: 'Done, with the agreement of',
    refused: 'Refused by',
    withdrawn: 'Taken back by',
    open: 'Waiting',
  }),
  link: 'The link, for one person. The second person tells them a word that goes with it:',
  payout: /** @type {Record<string, string>} */ ({
    amount: 'Amount',
    who: 'Wager',
    round: 'Round',
    meter: 'Meter',
    stop: 'Wheel',
    hand: 'Hand',
    dealer: 'Dealer',
  }),
  submission: 'The submission',
  box: (/** @type {number} */ number) => `Box ${number}`,
  meter: (/** @type {string} */ name, /** @type {string} */ amount) => `${name} shows ${amount}`,

  prove: 'Is it you?',
  proveIntro: 'Enter the six digits that your authenticator shows, or one of your recovery codes.',
  proveCode: 'Code',
  proveGo: 'Confirm',
  cancel: 'Cancel',
  factor: 'Second factor',
  factorIntro:
    'An authenticator on your phone shows six digits that you enter after the password, and before money moves.',
  factorWanted:
    'This house asks everyone who works in it for a second factor. Until you set one up, you can only play.',
  factorAsked: 'Confirm that it is you: your roles wait for it.',
  factorHas: (/** @type {number} */ left) =>
    `It is set up. ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`,
  setUp: 'Set up an authenticator',
  setUpAgain: 'Set up another authenticator',
  secret: 'Enter this key in your authenticator (type: time-based):',
  openApp: 'Open it in an authenticator on this device',
  finish: 'Finish',
  codes:
    'Keep these recovery codes where no one else can find them. Each replaces the six digits once; ' +
    'they are not shown again.',
  confirmMe: 'Confirm that it is you',
  sessions: 'Where you are logged in',
  here: 'here',
  since: (/** @type {string} */ at) => `since ${at}`,
  seen: (/** @type {string} */ at) => `last used ${at}`,
  end: 'End',
  endOf: (/** @type {string} */ at) => `End the session since ${at}`,
}

export const P = await spoken(ENGLISH, async () => (await import('./texts.es.js')).P)
