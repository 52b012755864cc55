import type { ObjectSchema } from '../../language/schema.ts'
import type { Console } from '../console.ts'

const text = { type: ['string', 'null'] } as const
const number = { type: ['integer', 'null'] } as const
const yesNo = { type: ['boolean', 'null'], display: 'flag' } as const
const constant = { ...text, display: 'words' } as const
const moment = { ...text, display: 'dateTime' } as const
const decimal = { type: ['string', 'number', 'null'] } as const
const money = { ...decimal, display: 'money' } as const
/** JSON as text or already parsed: the service sends both (D-75). */
const json = { type: ['string', 'object', 'array', 'null'], coerce: 'json' } as const

const listOf = <const Properties>(properties: Properties) =>
  ({ type: ['array', 'null'], items: { type: 'object', properties } }) as const

const account = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', title: 'Account ID', display: 'code' },
    account_no: { ...text, title: 'Account Number', pii: 'accountNumber', display: 'code' },
    name: { ...text, title: 'Name', pii: 'name' },
    email: { ...text, title: 'Email ID', pii: 'email' },
    apex_email: { ...text, title: 'Email at the clearing firm', pii: 'email' },
    status: { ...text, title: 'Status', tones: 'account' },
    is_active: { ...yesNo, title: 'Active' },
    customer_type: { ...constant, title: 'Customer type' },
    first_name: { ...text, title: 'Name', pii: 'name' },
    last_name: { ...text, pii: 'name' },
    marital_status: { ...constant, title: 'Marital status' },
    citizenship: { ...text, title: 'Citizenship', display: 'country' },
    ss_number: { ...text, title: 'SSN', pii: 'ssn' },
    investment_exprience: { ...constant, title: 'Investment experience' },
    investment_profile: {
      ...json,
      properties: { annualIncomeUSD: { title: 'Annual income', display: 'incomeBand' } },
      additionalProperties: true,
    },
    political_organization: {
      ...json,
      title: 'Political organizations',
      display: '{political_organization} ({relation})',
    },
    is_control_person: { ...yesNo, title: 'Control person' },
    stock_name: { ...text, title: 'Stock' },
    is_affiliated_exchange_finra: { ...yesNo, title: 'Affiliated with an exchange or FINRA' },
    firm_name: { ...text, title: 'Firm' },
    upload_ria: { ...text, title: 'RIA document', display: 'code' },
    upload_407: { ...text, title: 'Letter 407', display: 'code' },
    upload_3210: { ...text, title: 'Letter 3210', display: 'code' },
    is_political_exposed: { ...yesNo, title: 'Politically exposed' },
    time_horizon: { ...constant, title: 'Time horizon' },
    liquidity_needs: { ...constant, title: 'Liquidity needs' },
    employer_name: { ...text, title: 'Employer' },
    occupation: { ...text, title: 'Occupation' },
    user_id: { ...number, title: 'User ID', display: 'code' },
    request_data: json,
  },
} as const

const profile = {
  gender: { ...text, title: 'Gender', display: 'gender' },
  address: { ...text, title: 'Street', pii: 'address' },
  city: { ...text, title: 'City' },
  state: { ...text, title: 'State' },
  country: { ...text, title: 'Country', display: 'country' },
  zipcode: { ...text, title: 'Zip code', pii: 'address' },
  phone: { ...text, pii: 'phone' },
  country_code: { ...text, title: 'Phone' },
  date_of_birth: { ...text, title: 'Date of birth', pii: 'dateOfBirth' },
  estimated_net_worth: { ...money, title: 'Estimated net worth' },
} as const

/** The second applicant. Each value is shown next to the first applicant's (`resources/applicants`). */
const jointUser = {
  type: ['object', 'null'],
  title: 'Second applicant',
  properties: {
    joint_first_name: { ...text, pii: 'name' },
    joint_last_name: { ...text, pii: 'name' },
    joint_email: { ...text, pii: 'email' },
    joint_phone: { ...text, pii: 'phone' },
    joint_country_code: text,
    joint_citizenship: text,
    joint_dob: { ...text, title: 'Date of birth of the second applicant', pii: 'dateOfBirth' },
    joint_ssn: { ...text, title: 'SSN of the second applicant', pii: 'ssn' },
    joint_street: { ...text, pii: 'address' },
    joint_city: text,
    joint_state: text,
    joint_country: text,
    joint_postal: { ...text, pii: 'address' },
    joint_is_control_person: yesNo,
    joint_stock_name: text,
    joint_is_affiliated_exchange_finra: yesNo,
    joint_firm_name: text,
    joint_upload: text,
    joint_upload_file_type: { ...text, title: 'Second letter file type' },
    joint_is_political_exposed: yesNo,
    joint_political_organization: json,
  },
} as const

const bank = {
  bank_name: { ...text, title: 'Bank name' },
  bank_account_owner_name: { ...text, title: 'Owner name', pii: 'name' },
  bank_account_no: { ...text, title: 'Account number', pii: 'bankAccount' },
} as const

/** Records of the account's nested parts, from its detail. */
export const snap = {
  snap_id: { type: 'string', title: 'Document', display: 'code' },
  sketch_id: { ...text, title: 'Case', display: 'code' },
  doc_type: { ...constant, title: 'Type' },
  proof: { ...constant, title: 'Proof' },
  status: { ...text, title: 'Status', tones: 'document' },
} as const

export const achRelationship = {
  id: { type: 'integer', title: 'ID' },
  nickname: { ...text, title: 'Nickname' },
  bank_account_no: { type: ['string', 'number', 'null'], title: 'Bank account', pii: 'bankAccount' },
  approval_method: { ...constant, title: 'Approval method' },
  ach_id: { ...text, title: 'ACH ID', display: 'code' },
  status: { ...text, title: 'Status', tones: 'ach', coerce: 'upperCase' },
  creation_time: { ...moment, title: 'Created' },
  reason: { ...text, title: 'Reason', display: 'achReason' },
} as const

export const customerRequest = {
  id: { type: 'integer', title: 'Request' },
  status: { ...text, title: 'Status', tones: 'request', coerce: 'upperCase' },
  request_type: { ...constant, title: 'Type', coerce: 'upperCase' },
  request_payload: {
    ...json,
    title: 'What is asked',
    properties: {
      contra_account_number: { type: ['string', 'number', 'null'], title: 'Contra account', pii: 'otherFirmAccount' },
    },
    additionalProperties: true,
  },
  response_data: { ...json, title: 'Answer of the clearing firm' },
} as const

/** One deposit, from the account's detail or from the trade service. */
export const deposit = {
  amount: { ...money, title: 'Amount' },
  status: { ...text, title: 'Status', tones: 'cashTransfer' },
  created_at: { ...moment, title: 'Date' },
  reason: { ...text, title: 'Reason', display: 'achReason' },
} as const

/** One position of an account, after support has populated its holdings (back office, section 2 'Populate Details'). */
const holding = {
  ticker: { ...text, title: 'Ticker', display: 'code' },
  security_type: { ...text, title: 'Security type' },
  quantity: { ...decimal, title: 'Quantity', display: 'number' },
  price: { ...money, title: 'Price' },
} as const

const portfolio = {
  positions: { ...number, title: 'Positions', display: 'number' },
  value: { ...money, title: 'Value' },
} as const

/**
 * Answer of the account's detail call (account review, section 3 'Account detail response'). Only declared fields leave
 * the gateway.
 */
export const accountDetail = {
  type: 'object',
  required: ['account'],
  properties: {
    account: { type: 'array', items: account },
    profile: listOf(profile),
    joint_user: jointUser,
    bank: { ...listOf(bank), title: 'Linked account', display: '{bank_name} {bank_account_no}' },
    snaps: { ...listOf(snap), title: 'Documents' },
    ach: { ...listOf(achRelationship), title: 'ACH relationships' },
    deposits: listOf(deposit),
    holdings: listOf(holding),
    portfolio: { type: ['object', 'null'], properties: portfolio },
    request: { ...listOf(customerRequest), title: 'Requests' },
  },
} as const satisfies ObjectSchema<Console>
