import type { FastifyInstance } from 'fastify'
import { application, listen } from '../../server/embedded/application.ts'
import { openDatabase, openSettings } from '../../server/embedded/database.ts'
import { holderOf, startIdentity } from '../../server/embedded/identity/identityService.ts'
import { openTokens, requireToken } from '../../server/embedded/tokens.ts'
import type { EmbeddedReport } from '../../server/embeddedProcess.ts'
import { people } from './people.ts'

/** The library's service, for a machine of one's own: what it knows lives as long as its process. */

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const titles = ['Letters', 'Collected Poems', 'Journals', 'Early Stories', 'Essays', 'Travels']
const books = titles.flatMap((title, index) =>
  [1, 2, 3, 4].map((volume) => ({ id: index * 4 + volume, title: `${title}, volume ${volume}`, author: 'M. Quill' })),
)
const memberOf = (name: string, index: number) => {
  return { id: index + 1, name, card: `M-000${index + 1}`, born: `19${60 + index * 9}-04-17` }
}
const members = ['Nora Field', 'Otto Lind', 'Pia Marsh'].map(memberOf)
type Book = (typeof books)[number]
type Member = (typeof members)[number]
/** What is due has not come back yet. */
const loanOf = (id: number, book: Book, { id: member, card }: Member, due: string | null) => {
  return { id, book: book.id, title: book.title, member, card, due }
}
const loans = books.flatMap((book) =>
  members.slice(0, 2).map((each) => loanOf(book.id * 2 + each.id - 1, book, each, null)),
)

type Loan = ReturnType<typeof loanOf>

const openLoan = (book: number) => loans.find((loan) => loan.book === book && loan.due !== null)

const withState = (book: Book) => {
  const due = openLoan(book.id)?.due ?? null
  return { ...book, state: due === null ? 'AVAILABLE' : 'LENT', due }
}

type OneBook = { Params: { id: string } }

function bookRoutes(app: FastifyInstance): void {
  app.get('/books', async () => books.map(withState))
  app.get<OneBook>('/books/:id', async ({ params }, reply) => {
    const book = books.find(({ id }) => id === Number(params.id))
    return book === undefined ? reply.code(404).send({ message: 'No such book' }) : withState(book)
  })
  app.delete<OneBook>('/books/:id', async ({ params }, reply) => {
    const place = books.findIndex(({ id }) => id === Number(params.id))
    if (place < 0) return reply.code(404).send({ message: 'No such book' })
    if (openLoan(Number(params.id)) !== undefined) return reply.code(409).send({ message: 'It is lent' })
    books.splice(place, 1)
    return {}
  })
  app.post<OneBook & { Body: { card: string } }>('/books/:id/lend', async ({ params, body }, reply) => {
    const book = books.find(({ id }) => id === Number(params.id))
    if (book === undefined || openLoan(book.id) !== undefined) return reply.code(409).send({ message: 'It is lent' })
    const member = members.find(({ card }) => card === body.card)
    if (member === undefined) return reply.code(422).send({ message: 'No member has this card' })
    loans.push(loanOf(loans.length + 2, book, member, inDays(21)))
    return {}
  })
}

function loanRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: { range: string; sort: string; filter: string } }>('/loans', async ({ query }, reply) => {
    const [first, last] = JSON.parse(query.range) as [number, number]
    const { member } = JSON.parse(query.filter) as { member?: number }
    const found = loans.filter((loan) => member === undefined || loan.member === member)
    const [field, order] = JSON.parse(query.sort) as [keyof Loan, 'ASC' | 'DESC']
    const compared = (one: Loan, other: Loan) =>
      String(one[field]).localeCompare(String(other[field]), 'en', { numeric: true }) * (order === 'ASC' ? 1 : -1)
    void reply.header('content-range', `loans ${first}-${last}/${found.length}`)
    return found.toSorted(compared).slice(first, last + 1)
  })
  app.get<{ Params: { id: string } }>('/loans/:id', async ({ params }, reply) => {
    return loans.find(({ id }) => id === Number(params.id)) ?? reply.code(404).send({ message: 'No such loan' })
  })
  app.put<{ Params: { id: string }; Body: Loan }>('/loans/:id', async ({ params, body }, reply) => {
    const place = loans.findIndex(({ id }) => id === Number(params.id))
    if (place < 0) return reply.code(404).send({ message: 'No such loan' })
    return (loans[place] = body)
  })
}

function memberRoutes(app: FastifyInstance): void {
  app.get('/members', async () => members)
  app.get<{ Params: { id: string } }>('/members/:id', async ({ params }, reply) => {
    const member = members.find(({ id }) => id === Number(params.id))
    return member === undefined ? reply.code(404).send({ message: 'No such member' }) : { member }
  })
  app.post<{ Body: { name: string; born: string } }>('/members', async ({ body: { name, born } }) => {
    const id = members.length + 1
    const card = `M-${String(id).padStart(4, '0')}`
    members.push({ id, name, card, born })
    return { message: `${name} has card ${card}` }
  })
}

const log = (line: string): void => console.error(line)
const database = openDatabase(process.env['DATA_DIR'])
const publicUrl = new URL(process.env['PUBLIC_URL'] ?? '').origin
const identity = await startIdentity({ database, settings: openSettings(database), people, publicUrl, log })
const tokens = openTokens(database)
const app = application(log)
app.post<{ Body: { email: string; access_token: string } }>('/staff', async ({ body }, reply) => {
  const holder = await holderOf(identity.userinfoUrl, body.access_token)
  const person = people.find(({ email }) => email === holder && email === body.email)
  if (person === undefined) return reply.code(403).send({ message: 'Not of the library' })
  return { ...person, upstreamToken: tokens.issue(person.userId, true) }
})
app.register(async (staff) => {
  requireToken(staff, tokens)
  bookRoutes(staff)
  loanRoutes(staff)
  memberRoutes(staff)
})
const services = { library: await listen(app, 0) }
const provider = { issuer: identity.issuer, oktaUrl: identity.issuer, ...identity.client }
process.send?.({ type: 'ready', services, identity: provider, credentials: {} } satisfies EmbeddedReport)
process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0))
