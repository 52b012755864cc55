/** Towns with their state and the first digits of their ZIP codes, and streets that exist nowhere in particular. */
export const towns: readonly (readonly [city: string, state: string, zip: string, area: string])[] = [
  ['Astoria', 'OR', '97103', '503'],
  ['Ithaca', 'NY', '14850', '607'],
  ['Duluth', 'MN', '55802', '218'],
  ['Galveston', 'TX', '77550', '409'],
  ['Bangor', 'ME', '04401', '207'],
  ['Santa Fe', 'NM', '87501', '505'],
  ['Macon', 'GA', '31201', '478'],
  ['Boise', 'ID', '83702', '208'],
  ['Toledo', 'OH', '43604', '419'],
  ['Hilo', 'HI', '96720', '808'],
  ['Fresno', 'CA', '93721', '559'],
  ['Mobile', 'AL', '36602', '251'],
  ['Juneau', 'AK', '99801', '907'],
  ['Ponce', 'PR', '00730', '787'],
  ['Wausau', 'WI', '54403', '715'],
]

export const streets: readonly string[] = [
  'Larch Hollow Rd',
  'Dune Court',
  'Millrace Ave',
  'Quarry Lane',
  'Orchard St',
  'Kestrel Way',
  'Tannery Row',
  'Saltmarsh Dr',
  'Beacon Hill Rd',
  'Juniper Pl',
  'Old Ferry Rd',
  'Copper Basin Blvd',
]

export const banks: readonly string[] = [
  'Harbor Test Bank',
  'First Sample Savings',
  'Placeholder Credit Union',
  'Meridian Test Trust',
  'Synthetic National Bank',
]

export const employers: readonly string[] = [
  'Northgate Securities (synthetic)',
  'Bluefin Logistics (synthetic)',
  'Orchard Dental Group (synthetic)',
  'Copperline Utilities (synthetic)',
  'Fernwood School District (synthetic)',
  'Halyard Software (synthetic)',
]

export const occupations: readonly string[] = [
  'Analyst',
  'Teacher',
  'Nurse',
  'Electrician',
  'Software engineer',
  'Driver',
  'Architect',
  'Pharmacist',
  'Retired',
  'Student',
]
