type Change = Readonly<Record<string, unknown>>

/** The answer of an account's detail call, told only as far as a test is about it; masked as the gateway masks it. */
export const accountDetail = (change: Change = {}, account: Change = {}) => ({
  data: {
    id: 4107,
    account: [
      {
        id: 4107,
        name: 'Mara Quill',
        first_name: 'Mara',
        last_name: 'Quill',
        email: 'mara.quill@example.test',
        apex_email: 'mara.quill@example.test',
        account_no: '9ZZ10041',
        status: 'COMPLETE',
        customer_type: 'INDIVIDUAL',
        is_active: false,
        user_id: 9107,
        ss_number: '***-**-4410',
        citizenship: 'USA',
        investment_profile: '{"annualIncomeUSD":{"min":50001,"max":100000}}',
        ...account,
      },
    ],
    profile: [{ gender: 'F', city: 'Ithaca', date_of_birth: '1989-**-**' }],
    joint_user: null,
    bank: [],
    snaps: [],
    ach: [],
    deposits: null,
    request: [],
    ...change,
  },
  meta: { unreadable: 0 },
})

/** The second applicant of a joint account. */
export const anaBrandt = {
  joint_first_name: 'Ana',
  joint_last_name: 'Brandt',
  joint_ssn: '***-**-0032',
  joint_dob: '1979-**-**',
  joint_citizenship: 'CAN',
  joint_city: 'Ithaca',
}

/** What the identity checks of an account came to, with one category rejected. */
export const verification = (requestedDocuments: readonly unknown[]) => ({
  data: {
    result: {
      investigations: [{ cipCategories: [{ name: 'ADDRESS', categoryState: 'REJECTED', requestedDocuments }] }],
    },
  },
  meta: { unreadable: 0 },
})
