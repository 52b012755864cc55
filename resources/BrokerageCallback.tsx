import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../src/layout/usePageTitle.ts'
import { PlainLayout } from '../src/layout/PlainLayout.tsx'
import { buttonClass } from '../src/ui/Button.tsx'

/**
 * The page that the third-party brokerage returns people to. Nothing in the console starts that transaction, so the
 * answer is the same whatever the query says (D-1). The query is not read, and removed from the history.
 */
export const BrokerageCallback = () => {
  usePageTitle('Brokerage connection')
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return (
    <PlainLayout>
      <h1>Nothing to do here</h1>
      <p>This console hasn’t asked the brokerage for anything. What it sent was not kept, and nothing has changed.</p>
      <Link to="/etrade-details" className={buttonClass()}>
        Etrade Details
      </Link>
    </PlainLayout>
  )
}
