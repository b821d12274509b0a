// What a trainee has learned with each book, kept in this browser between lessons.

const KEPT = 'spanish21.school'

/** @typedef {{ topic: string, right: number, asked: number, running: number }} Skill */
/** @typedef {Record<string, Skill>} Skills */
/**
 * The lessons with one book: what was learned before the last one, and in it.
 * @typedef {{ lessons: number, skills: Skills, last: { lesson: string, skills: Skills } }} Kept
 */

/** @returns {Record<string, Kept>} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}')
    return found && typeof found === 'object' ? found : {}
  } catch {
    return {}
  }
}

/** @param {Record<string, Kept>} books */
function keep(books) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(books))
  } catch {
    // A browser that keeps nothing: the lesson goes on.
  }
}

/**
 * Answers after answers: a skill that was asked again runs on where every answer was right.
 * @param {Skills} before
 * @param {Skills} after
 */
function added(before, after) {
  const sum = { ...before }
  for (const [name, { topic, right, asked, running }] of Object.entries(after)) {
    const old = sum[name] ?? { topic, right: 0, asked: 0, running: 0 }
    sum[name] = {
      topic,
      right: old.right + right,
      asked: old.asked + asked,
      running: running === asked ? old.running + running : running,
    }
  }
  return sum
}

/** @param {Kept | undefined} book */
const all = book => (book ? added(book.skills ?? {}, book.last?.skills ?? {}) : {})

/**
 * Note what a lesson has brought so far; the same lesson may be noted again and again.
 * @param {string} book
 * @param {string} lesson
 * @param {Skills} learned
 */
export function note(book, lesson, learned) {
  if (!Object.keys(learned).length) return
  const books = kept()
  const old = books[book]
  const isSame = old?.last?.lesson === lesson
  books[book] = {
    lessons: (old?.lessons ?? 0) + (isSame ? 0 : 1),
    skills: isSame ? old.skills : all(old),
    last: { lesson, skills: learned },
  }
  keep(books)
}

/**
 * How often in a row each skill was right, for the next lesson.
 * @param {string} book
 */
export function known(book) {
  return Object.fromEntries(Object.entries(all(kept()[book])).map(([name, skill]) => [name, skill.running]))
}

/**
 * The answers with a book by topic, and the lessons; null before the first.
 * @param {string} book
 */
export function progressWith(book) {
  const found = kept()[book]
  if (!found) return null
  /** @type {Map<string, { right: number, asked: number }>} */
  const topics = new Map()
  for (const { topic, right, asked } of Object.values(all(found))) {
    const sum = topics.get(topic) ?? { right: 0, asked: 0 }
    topics.set(topic, { right: sum.right + right, asked: sum.asked + asked })
  }
  return { lessons: found.lessons, topics }
}

/** @param {string} book */
export function forget(book) {
  const books = kept()
  delete books[book]
  keep(books)
}
