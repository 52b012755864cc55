import { call } from './calls.ts'
import { staffOf } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import type { Answer } from './calls.ts'

type Members = Readonly<Record<string, unknown>>

/** The parts of an account's detail that user support changes. */
interface Detail {
  readonly account: readonly Members[]
  readonly profile: readonly Members[]
  readonly joint_user: Members | null
  readonly bank: readonly Members[]
  readonly snaps: readonly Members[]
  readonly ach: readonly Members[]
  readonly deposits: readonly Members[]
  readonly request: readonly Members[]
  readonly holdings?: readonly Members[]
  readonly portfolio?: Members
}

/** A sentence in answer to a call. */
export const answer = (code: number, message: unknown): Answer => ({ code, body: { message } })

/** A staff member's support calls, each in the form its service wants, and what the console shows afterwards. */
export async function supportOf(embedded: Embedded, known?: string) {
  const staff = await staffOf(embedded, known)
  const { main, trade, profile, go } = embedded.urls
  const token = `Token ${staff.token}`
  const { header, value } = embedded.serviceToken
  /** Sends a close request and gives its id. */
  async function sendClosing(accountId: number, userId: number): Promise<number> {
    const path = `/user/apex/close/account/admin?request_type=CLOSE_ACCOUNT&user_id=${userId}`
    const sent = await fetch(`${main}${path}`, {
      method: 'POST',
      headers: { ...staff.headers, 'content-type': 'application/json', [header]: value },
      body: JSON.stringify({ account_id: accountId }),
    })
    const { request } = (await sent.json()) as { readonly request?: { readonly id: number } }
    if (!request) throw new Error(`no close request could be sent for account ${accountId}: ${sent.status}`)
    return request.id
  }
  return {
    token: staff.token,
    list: staff.list,
    main: staff.main,
    put: (path: string, body: object) => call(`${main}${path}`, token, 'PUT', body),
    post: (path: string, body: object) => call(`${trade}${path}`, staff.token, 'POST', body),
    trade: (path: string) => call(`${trade}${path}`, staff.token),
    profile: (path: string, body?: object) => call(`${profile}${path}`, token, body ? 'POST' : 'GET', body),
    /** With the service token beside the staff token; another token, or null for none. */
    partner: async (body: object, service: string | null = value): Promise<Answer> => {
      const response = await fetch(`${profile}/profile/mc-user-sync-event`, {
        method: 'POST',
        headers: {
          authorization: token,
          'content-type': 'application/json',
          ...(service !== null && { [header]: service }),
        },
        body: JSON.stringify(body),
      })
      return { code: response.status, body: (await response.json()) as unknown }
    },
    logins: (email: string) => call(`${go}/user/fetch-okta-user-info?email=${encodeURIComponent(email)}`, token),
    unregister: (email: string) => call(`${profile}/profile/unregister-user-manually`, token, 'POST', { email }),
    detail: async (id: number) => (await staff.detail(id)) as unknown as Detail,
    /** Ids of the rows that the list finds. */
    found: async (query: string) => (await staff.list(query)).apex_accounts.map(({ id }) => id),
    sendClosing,
    /** Closes an account through staff's approval of a close request. */
    close: async (accountId: number, userId: number): Promise<void> => {
      const requestId = await sendClosing(accountId, userId)
      const decision = { user_request_id: requestId, action: 'APPROVED', comment: 'Customer asked for it' }
      const { code } = await staff.post('/user/apex/approve/request', decision)
      if (code !== 200) throw new Error(`account ${accountId} could not be closed: ${code}`)
    },
  }
}

/** A user with one account, which is suspended, has a bank and holds no money. */
export const mara = { email: 'mara.quill@example.test', id: 4107, userId: 9107, accountNo: '9ZZ10041' } as const
/** The first owner of a joint account that holds money. */
export const teo = { email: 'teo.brandt@example.test', id: 4108, userId: 9108, accountNo: '9ZZ10058' } as const
