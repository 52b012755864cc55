/** The documents that the sample case can be decided on. */
export const sampleSnaps = [
  { snap_id: 'snap-3', sketch_id: 'sketch-3', doc_type: 'ID', proof: 'SSN_CARD', status: 'approved' },
  { snap_id: 'snap-4', sketch_id: 'sketch-3', doc_type: 'ID', proof: 'W2', status: 'approved' },
]

/** How they read where they are chosen. */
export const labels: Readonly<Record<string, string>> = { 'snap-3': 'SSN card, approved', 'snap-4': 'W2, approved' }
