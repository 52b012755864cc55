import type { DetailDefinition } from '../../language/show.ts'

const text = { type: ['string', 'null'] } as const
const number = { type: ['integer', 'null'] } as const
const yesNo = { type: ['boolean', 'null'] } as const
/** JSON as text or already parsed: both are seen on the wire (D-75). */
const jsonText = { type: ['string', 'object', 'array', 'null'] } as const
const decimal = { type: ['string', 'number', 'null'] } as const

const account = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    account_no: text,
    name: text,
    email: text,
    apex_email: text,
    status: text,
    is_active: yesNo,
    customer_type: text,
    first_name: text,
    last_name: text,
    marital_status: text,
    citizenship: text,
    ss_number: text,
    investment_exprience: text,
    investment_profile: jsonText,
    political_organization: jsonText,
    is_control_person: yesNo,
    stock_name: text,
    is_affiliated_exchange_finra: yesNo,
    firm_name: text,
    upload_ria: text,
    upload_407: text,
    upload_3210: text,
    is_political_exposed: yesNo,
    time_horizon: text,
    liquidity_needs: text,
    employer_name: text,
    occupation: text,
    user_id: number,
    request_data: jsonText,
  },
} as const

const profile = {
  type: 'object',
  properties: {
    gender: text,
    address: text,
    city: text,
    state: text,
    country: text,
    zipcode: text,
    phone: text,
    country_code: text,
    date_of_birth: text,
    estimated_net_worth: decimal,
  },
} as const

const jointUser = {
  type: ['object', 'null'],
  properties: {
    joint_first_name: text,
    joint_last_name: text,
    joint_email: text,
    joint_phone: text,
    joint_country_code: text,
    joint_citizenship: text,
    joint_dob: text,
    joint_ssn: text,
    joint_street: text,
    joint_city: text,
    joint_state: text,
    joint_country: text,
    joint_postal: text,
    joint_is_control_person: yesNo,
    joint_stock_name: text,
    joint_is_affiliated_exchange_finra: yesNo,
    joint_firm_name: text,
    joint_upload: text,
    joint_upload_file_type: text,
    joint_is_political_exposed: yesNo,
    joint_political_organization: jsonText,
  },
} as const

const bank = {
  type: 'object',
  properties: { bank_name: text, bank_account_owner_name: text, bank_account_no: text },
} as const

/** Records of the account's parts, as the detail brings them. */
export const snap = {
  snap_id: { type: 'string', title: 'Document' },
  sketch_id: { ...text, title: 'Case' },
  doc_type: { ...text, title: 'Type' },
  proof: { ...text, title: 'Proof' },
  status: { ...text, title: 'Status' },
} as const

export const achRelationship = {
  id: { type: 'integer', title: 'ID' },
  nickname: { ...text, title: 'Nickname' },
  bank_account_no: { type: ['string', 'number', 'null'], title: 'Bank account' },
  approval_method: { ...text, title: 'Approval method' },
  ach_id: { ...text, title: 'ACH ID' },
  status: { ...text, title: 'Status' },
  creation_time: { ...text, title: 'Created' },
  reason: { ...text, title: 'Reason' },
} as const

export const customerRequest = {
  id: { type: 'integer', title: 'Request' },
  status: { ...text, title: 'Status' },
  request_type: { ...text, title: 'Type' },
  request_payload: { ...jsonText, title: 'What is asked' },
  response_data: { ...jsonText, title: 'Answer of the clearing firm' },
} as const

/** One deposit, from the account's detail or from the trade service. */
export const deposit = {
  type: 'object',
  properties: { amount: decimal, status: text, created_at: text, reason: text },
} as const

/** One position of an account, once support has populated its holdings (back office, section 2 'Populate Details'). */
const holding = {
  type: 'object',
  properties: { ticker: text, security_type: text, quantity: decimal, price: decimal },
} as const

const listOf = <const Item>(items: Item): { readonly type: readonly ['array', 'null']; readonly items: Item } => ({
  type: ['array', 'null'],
  items,
})

/**
 * Answer of the account's detail call (account review, section 3 'Account detail response'). Only what is declared
 * here leaves the gateway; what has a class below 'accountNumber' leaves it masked.
 */
export const accountDetail = {
  schema: {
    type: 'object',
    required: ['account'],
    properties: {
      account: { type: 'array', items: account },
      profile: listOf(profile),
      joint_user: jointUser,
      bank: listOf(bank),
      snaps: listOf({ type: 'object', properties: snap }),
      ach: listOf({ type: 'object', properties: achRelationship }),
      deposits: listOf(deposit),
      holdings: listOf(holding),
      portfolio: { type: ['object', 'null'], properties: { positions: number, value: decimal } },
      request: listOf({ type: 'object', properties: customerRequest }),
    },
  },
  pii: {
    '/account/*/account_no': 'accountNumber',
    '/account/*/name': 'name',
    '/account/*/first_name': 'name',
    '/account/*/last_name': 'name',
    '/account/*/email': 'email',
    '/account/*/apex_email': 'email',
    '/account/*/ss_number': 'ssn',
    '/profile/*/address': 'address',
    '/profile/*/zipcode': 'address',
    '/profile/*/phone': 'phone',
    '/profile/*/date_of_birth': 'dateOfBirth',
    '/joint_user/joint_first_name': 'name',
    '/joint_user/joint_last_name': 'name',
    '/joint_user/joint_email': 'email',
    '/joint_user/joint_phone': 'phone',
    '/joint_user/joint_dob': 'dateOfBirth',
    '/joint_user/joint_ssn': 'ssn',
    '/joint_user/joint_street': 'address',
    '/joint_user/joint_postal': 'address',
    '/bank/*/bank_account_owner_name': 'name',
    '/bank/*/bank_account_no': 'bankAccount',
    '/ach/*/bank_account_no': 'bankAccount',
    '/request/*/request_payload/contra_account_number': 'otherFirmAccount',
  },
  reveal: { permission: 'accounts.reveal' },
} as const satisfies DetailDefinition
