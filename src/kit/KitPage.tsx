import { usePageTitle } from '../layout/usePageTitle.ts'
import { KitContents } from './KitContents.tsx'
import { KitControls } from './KitControls.tsx'
import '../ui/parts.css'
import './kit.css'

/** All components of the kit in every state, for development. No build includes this page. */
export const KitPage = () => {
  usePageTitle('Kit')
  return (
    <div className="cs-stack cs-kit">
      <h1>Kit</h1>
      <KitControls />
      <KitContents />
    </div>
  )
}
