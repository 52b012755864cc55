import type { Banner } from '../../language/authored/show.ts'
import type { Condition } from '../../language/predicate.ts'
import type { Status } from '../shared/enumerations.ts'

const accountIn = (status: Condition<Status<'account'>>) => ({ path: '/account/*', when: { status } }) as const

/** What staff must know before they act on an account, and what it needs of them (account review, section 2). */
export const accountBanners = [
  {
    kind: 'banner',
    name: 'documentsRequired',
    tone: 'danger',
    message: 'Suspended: a rejected check needs documents and then an appeal.',
    when: [
      accountIn('SUSPENDED'),
      {
        binding: 'verification',
        path: '/result/investigations/*/cipCategories/*',
        when: { categoryState: 'REJECTED', requestedDocuments: { exists: true } },
      },
    ],
    failure: "Couldn't load whether documents are required.",
    tab: 'documents',
  },
  {
    kind: 'banner',
    name: 'documentsToDecide',
    tone: 'danger',
    message: "What's needed: a decision about each uploaded document.",
    // The text of that one begins with them.
    partOf: { blocks: ['documentsRequired'] },
    when: [accountIn('SUSPENDED'), { path: '/snaps/*', when: { status: 'uploaded' satisfies Status<'document'> } }],
    tab: 'documents',
  },
  {
    kind: 'banner',
    name: 'redFlags',
    tone: 'advisory',
    message:
      'Look twice: the e-mail differs from the one at the clearing firm, a bank was changed within 30 days, and a request is open.',
    when: [
      { path: '/account/*', when: { email: { not: { field: 'apex_email' } } } },
      { path: '/ach/*', when: { creation_time: { withinDays: 30 } } },
      {
        path: '/request/*',
        when: {
          response_data: { exists: false },
          status: { not: ['APPROVED', 'REJECTED'] satisfies Status<'request'>[] },
        },
      },
    ],
    tab: 'requests',
  },
  {
    kind: 'banner',
    name: 'submitFailed',
    tone: 'advisory',
    message: "What's needed: submitting failed. Look at what happened, then press Submit.",
    when: [accountIn('SUBMIT_FAILED')],
    tab: 'history',
  },
  {
    kind: 'banner',
    name: 'actionRequired',
    tone: 'advisory',
    message: "What's needed: the clearing firm requires action. Decide the documents and the open case.",
    when: [accountIn('ACTION_REQUIRED')],
    tab: 'documents',
  },
  {
    kind: 'banner',
    name: 'indeterminateCase',
    tone: 'advisory',
    message: "What's needed: a case is indeterminate. Provide the documents that it requires.",
    partOf: { blocks: ['documentsRequired', 'documentsToDecide'], message: 'A case is indeterminate, too.' },
    when: [
      accountIn({ not: ['ACTION_REQUIRED', 'COMPLETE', 'CLOSED'] }),
      {
        binding: 'verification',
        path: '/result/investigations/*',
        when: { status: 'INDETERMINATE' satisfies Status<'investigation'> },
      },
    ],
    failure: "Couldn't load whether a case is indeterminate.",
    tab: 'documents',
  },
  {
    kind: 'banner',
    name: 'nothingRequired',
    tone: 'advisory',
    message: 'Suspended: no rejected check asks for documents.',
    partOf: { blocks: ['documentsRequired', 'documentsToDecide', 'indeterminateCase'] },
    when: [accountIn('SUSPENDED'), { binding: 'verification', path: '/result', when: {} }],
    failure: "Couldn't load whether documents are required.",
    tab: 'documents',
  },
  {
    kind: 'banner',
    name: 'openTransfer',
    tone: 'advisory',
    message: "What's needed: a decision about each open transfer.",
    partOf: {
      blocks: ['documentsRequired', 'documentsToDecide', 'submitFailed', 'actionRequired', 'indeterminateCase'],
      message: 'An open transfer waits for a decision, too.',
    },
    when: [
      {
        path: '/request/*',
        when: {
          request_type: 'TRANSFER_ACCOUNT',
          status: 'REQUESTED' satisfies Status<'request'>,
          response_data: { exists: false },
        },
      },
    ],
    tab: 'requests',
  },
  {
    kind: 'banner',
    name: 'affiliatedWithoutLetter',
    tone: 'advisory',
    message: 'The applicant is affiliated with an exchange or FINRA member, and no letter (407 or 3210) is on file.',
    when: [
      {
        path: '/account/*',
        when: {
          is_affiliated_exchange_finra: true,
          upload_407: { exists: false },
          upload_3210: { exists: false },
        },
      },
    ],
    tab: 'disclosures',
  },
  {
    kind: 'banner',
    name: 'secondAffiliatedWithoutLetter',
    tone: 'advisory',
    message: 'The second applicant is affiliated with an exchange or FINRA member, and no letter is on file.',
    when: [
      { path: '/joint_user', when: { joint_is_affiliated_exchange_finra: true, joint_upload: { exists: false } } },
    ],
    tab: 'disclosures',
  },
] as const satisfies readonly Banner[]
