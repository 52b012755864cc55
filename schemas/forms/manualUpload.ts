import { defineForm } from '../console.ts'

/** Manual Upload of trade lines (back office, section 2 'Populate Details'; D-180). */
export const manualUpload = defineForm({
  name: 'manualUpload',
  label: 'Manual Upload',
  description: 'Upload trades from a CSV file. Rejected rows are listed.',
  keywords: ['csv', 'excel', 'trade lines'],
  fields: {},
  submit: ['Upload', 'Uploading...'],
  call: {
    call: 'POST {trade}/v1/admin/sod/upload_manual_trade_line_entries',
    permission: 'support.uploadTrades',
    body: {},
    upload: { field: 'file', kind: 'table', required: 'Please choose a file!' },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Upload this file?',
    body: 'The trade service books its lines at once.',
    buttons: ['Upload'],
  },
  success: 'File Uploaded',
  failure: { title: 'Something Went Wrong', body: 'The file was not taken.' },
  refetch: ['trades'],
})
