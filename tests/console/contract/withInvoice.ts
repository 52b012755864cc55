import { answering, type Script } from '../../support/faultyUpstream.ts'

/** Answers the reading of invoice 7, which comes before each change of it, and leaves all else to the script. */
export const withInvoice =
  (script: Script): Script =>
  (request, response, incoming) =>
    request.method === 'GET' && request.target === '/billing/invoices/7'
      ? answering(200, { data: { invoice: { id: 7, amount: 12_305, state: 'DUE', lines: [] } } })(
          request,
          response,
          incoming,
        )
      : script(request, response, incoming)
