import type { Tab } from '../../language/show.ts'

/** The tabs of an account's page (account review, section 2 'Account detail'; their contents: D-77, D-88). */
export const accountTabs = [
  {
    name: 'details',
    label: 'Account Details',
    blocks: [
      {
        kind: 'fields',
        title: 'Identity',
        fields: [
          {
            label: 'Name',
            at: ['/account/0/first_name', '/account/0/last_name'],
            second: ['/joint_user/joint_first_name', '/joint_user/joint_last_name'],
          },
          {
            label: 'Date of birth',
            at: '/profile/0/date_of_birth',
            second: '/joint_user/joint_dob',
            format: 'masked',
          },
          { label: 'SSN', at: '/account/0/ss_number', second: '/joint_user/joint_ssn', format: 'masked' },
          {
            label: 'Citizenship',
            at: '/account/0/citizenship',
            second: '/joint_user/joint_citizenship',
            format: 'country',
            compare: true,
          },
          { label: 'Gender', at: '/profile/0/gender', format: 'gender' },
          { label: 'Marital status', at: '/account/0/marital_status', format: 'words' },
        ],
      },
      {
        kind: 'fields',
        title: 'Contact',
        fields: [
          { label: 'Email ID', at: '/account/0/email', second: '/joint_user/joint_email' },
          {
            label: 'Email at the clearing firm',
            at: '/account/0/apex_email',
            expected: '/account/0/email',
          },
          {
            label: 'Phone',
            at: ['/profile/0/country_code', '/profile/0/phone'],
            second: ['/joint_user/joint_country_code', '/joint_user/joint_phone'],
          },
        ],
      },
      {
        kind: 'fields',
        title: 'Address',
        exists: ['/profile/0', '/joint_user'],
        fields: [
          { label: 'Street', at: '/profile/0/address', second: '/joint_user/joint_street', compare: true },
          { label: 'City', at: '/profile/0/city', second: '/joint_user/joint_city', compare: true },
          { label: 'State', at: '/profile/0/state', second: '/joint_user/joint_state', compare: true },
          { label: 'Zip code', at: '/profile/0/zipcode', second: '/joint_user/joint_postal', compare: true },
          {
            label: 'Country',
            at: '/profile/0/country',
            second: '/joint_user/joint_country',
            format: 'country',
            compare: true,
          },
        ],
      },
    ],
  },
  {
    name: 'disclosures',
    label: 'Disclosures',
    blocks: [
      {
        kind: 'fields',
        title: 'Control person',
        fields: [
          {
            label: 'Control person',
            at: '/account/0/is_control_person',
            second: '/joint_user/joint_is_control_person',
            format: 'flag',
          },
          { label: 'Stock', at: '/account/0/stock_name', second: '/joint_user/joint_stock_name' },
        ],
      },
      {
        kind: 'fields',
        title: 'Affiliation',
        fields: [
          {
            label: 'Affiliated with an exchange or FINRA',
            at: '/account/0/is_affiliated_exchange_finra',
            second: '/joint_user/joint_is_affiliated_exchange_finra',
            format: 'flag',
          },
          { label: 'Firm', at: '/account/0/firm_name', second: '/joint_user/joint_firm_name' },
          { label: 'Letter 407', at: '/account/0/upload_407', second: '/joint_user/joint_upload', format: 'code' },
          { label: 'Letter 3210', at: '/account/0/upload_3210', format: 'code' },
          { label: 'RIA document', at: '/account/0/upload_ria', format: 'code' },
        ],
      },
      {
        kind: 'fields',
        title: 'Political exposure',
        fields: [
          {
            label: 'Politically exposed',
            at: '/account/0/is_political_exposed',
            second: '/joint_user/joint_is_political_exposed',
            format: 'flag',
          },
          {
            label: 'Political organizations',
            at: '/account/0/political_organization',
            second: '/joint_user/joint_political_organization',
            inside: '',
            each: '{political_organization} ({relation})',
          },
        ],
      },
    ],
  },
  {
    name: 'employment',
    label: 'Employment',
    blocks: [
      {
        kind: 'fields',
        title: 'Employment',
        fields: [
          { label: 'Employer', at: '/account/0/employer_name' },
          { label: 'Occupation', at: '/account/0/occupation' },
          {
            label: 'Annual income',
            at: '/account/0/investment_profile',
            inside: '/annualIncomeUSD',
            format: 'incomeBand',
          },
          { label: 'Estimated net worth', at: '/profile/0/estimated_net_worth', format: 'money' },
        ],
      },
    ],
  },
  {
    name: 'documents',
    label: 'Documents',
    count: { at: '/snaps', is: { status: 'uploaded' } },
    blocks: [
      { kind: 'part', part: 'accountInvestigations', widget: 'verification' },
      { kind: 'part', part: 'accountDocuments', widget: 'documents' },
    ],
  },
  {
    name: 'linked-account',
    label: 'Linked Account',
    blocks: [
      {
        kind: 'fields',
        title: 'Linked Account',
        exists: '/bank/0',
        fields: [
          { label: 'Bank name', at: '/bank/0/bank_name' },
          { label: 'Owner name', at: '/bank/0/bank_account_owner_name' },
          { label: 'Account number', at: '/bank/0/bank_account_no', format: 'masked' },
        ],
      },
    ],
  },
  {
    name: 'requests',
    label: 'Requests',
    count: { at: '/request', is: { response_data: { present: false }, status: 'REQUESTED' } },
    blocks: [{ kind: 'part', part: 'accountRequests', widget: 'customerRequests' }],
  },
  {
    name: 'transactions',
    label: 'Recent Transactions',
    reads: 'transactions',
    blocks: [
      {
        kind: 'table',
        title: 'Deposits',
        from: [
          { answer: 'transactions', label: 'From the trade service' },
          { answer: 'detail', label: "From the account's detail" },
        ],
        at: '/deposits',
        columns: [
          { label: 'Amount', at: '/amount', format: 'money' },
          { label: 'Status', at: '/status', format: 'status', tones: 'cashTransfer' },
          { label: 'Date', at: '/created_at', format: 'dateTime' },
          {
            label: 'Reason',
            at: '/reason',
            format: 'achReason',
            alert: {
              when: { reason: { endsWith: '_NOC' } },
              text: 'Bank details changed',
              since: ['/created_at'],
              dueAfter: { days: 6, calendar: 'banking' },
            },
          },
        ],
        empty: 'No deposits',
      },
      {
        kind: 'table',
        title: 'Trades',
        from: [{ answer: 'transactions', label: 'From the trade service' }],
        at: '/trade_line_data',
        columns: [
          { label: 'Ticker', at: '/ticker', format: 'code' },
          { label: 'Order type', at: '/order_type', format: 'words' },
          { label: 'Quantity', at: '/quantity', format: 'number' },
          { label: 'Price', at: '/order_price', format: 'money' },
          { label: 'Status', at: '/order_status', format: 'status', tones: 'trade' },
          { label: 'Trade date', at: '/trade_date', format: 'date' },
        ],
        empty: 'No trades',
      },
    ],
  },
  {
    name: 'more',
    label: 'More',
    blocks: [
      {
        kind: 'fields',
        title: 'Record',
        fields: [
          { label: 'Account ID', at: '/account/0/id', format: 'code' },
          { label: 'User ID', at: '/account/0/user_id', format: 'code' },
          { label: 'Customer type', at: '/account/0/customer_type', format: 'words' },
          { label: 'Second letter file type', at: '/joint_user/joint_upload_file_type' },
        ],
      },
      {
        kind: 'table',
        title: 'Holdings',
        from: [{ answer: 'detail', label: "From the account's detail" }],
        at: '/holdings',
        columns: [
          { label: 'Ticker', at: '/ticker', format: 'code' },
          { label: 'Security type', at: '/security_type' },
          { label: 'Quantity', at: '/quantity', format: 'number' },
          { label: 'Price', at: '/price', format: 'money' },
        ],
        empty: 'None populated',
      },
      {
        kind: 'fields',
        title: 'Portfolio',
        exists: '/portfolio',
        fields: [
          { label: 'Positions', at: '/portfolio/positions', format: 'number' },
          { label: 'Value', at: '/portfolio/value', format: 'money' },
        ],
      },
      { kind: 'raw', title: 'Raw data', permission: 'accounts.inspect' },
    ],
  },
] as const satisfies readonly Tab[]
