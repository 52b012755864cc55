import { useState } from 'react'
import type { SavedView } from '../../../language/savedView.ts'
import { failureOf, mayBeDone, mayBeDoneText } from '../../data/failure.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { useSay, useSavedViews, type ListTooling } from './useSavedViews.ts'
import { DeleteDialog, LostDialog, NameDialog } from './SavedViewDialogs.tsx'

type Views = ReturnType<typeof useSavedViews>

/** What asks for more before it is done. */
type Asking = 'save' | 'rename' | 'delete'

interface ItemsProps {
  readonly views: Views
  readonly close: () => void
  readonly ask: (asking: Asking) => void
}

const byName = (one: SavedView, other: SavedView): number => one.name.localeCompare(other.name, 'en', { numeric: true })

const Group = ({
  title,
  list,
  views,
  close,
}: { readonly title: string; readonly list: readonly SavedView[] } & Pick<ItemsProps, 'views' | 'close'>) =>
  list.length === 0 ? null : (
    <fieldset className="cs-menu-section" aria-label={title}>
      <p className="cs-meta cs-menu-title" aria-hidden="true">
        {title}
      </p>
      {list.toSorted(byName).map((view) => (
        <MenuItem
          key={view.id}
          kind="radio"
          isChecked={view.id === views.current?.id}
          onChoose={() => {
            close()
            views.open(view)
          }}
        >
          <span className="cs-ellipsis cs-view-name" title={view.name}>
            {view.name}
          </span>
          {(view.isShared || !view.isOwn) && (
            <span className="cs-meta cs-view-owner">{view.isOwn ? 'Shared' : view.owner}</span>
          )}
        </MenuItem>
      ))}
    </fieldset>
  )

/** The name in a place where what follows it is never cut. */
const shortened = (name: string): string => (name.length > 12 ? `${name.slice(0, 11).trimEnd()}…` : name)

const LOOK = 'The views have been read again: if the menu still offers this, it was not done.'

const linkTo = ({ id }: SavedView): string => `${window.location.origin}${window.location.pathname}?view=${id}`

/** What can be done with the view that is open. */
const CurrentItems = ({ views, view, close, ask }: ItemsProps & { readonly view: SavedView }) => {
  const say = useSay()
  const { mayChange, mayShare, isChanged, content } = views
  const choose = (run: () => void | Promise<void>) => () => {
    close()
    void run()
  }
  const change = (part: Partial<SavedView>, done: string) =>
    choose(async () => {
      try {
        await views.put(view, part)
        say(done, 'success')
      } catch (error) {
        const failure = failureOf(error)
        if (mayBeDone(failure)) say(`${mayBeDoneText(failure)} ${LOOK}`, 'warning')
        else say(failure.message, 'error')
      }
    })
  const copy = choose(async () => {
    try {
      await navigator.clipboard.writeText(linkTo(view))
      say('Link copied', 'success')
    } catch {
      say(`The browser didn’t let the link be copied. Copy it from here: ${linkTo(view)}`, 'error')
    }
  })
  return (
    <>
      {mayChange && isChanged && (
        <MenuItem onChoose={change(content, `“${view.name}” updated`)}>Update “{shortened(view.name)}”</MenuItem>
      )}
      {isChanged && <MenuItem onChoose={choose(() => views.open(view))}>Undo changes</MenuItem>}
      {mayChange && <MenuItem onChoose={choose(() => ask('rename'))}>Rename</MenuItem>}
      {mayChange && mayShare && !view.isShared && (
        <MenuItem onChoose={change({ isShared: true }, `“${view.name}” is shared with everyone`)}>
          Share with everyone
        </MenuItem>
      )}
      {mayChange && view.isOwn && view.isShared && (
        <MenuItem onChoose={change({ isShared: false }, `“${view.name}” is private`)}>Make private</MenuItem>
      )}
      <MenuItem onChoose={copy}>Copy link</MenuItem>
      {mayChange && <MenuItem onChoose={choose(() => ask('delete'))}>Delete</MenuItem>}
    </>
  )
}

const ViewItems = (props: ItemsProps) => {
  const { views, close, ask } = props
  const { list = [], failure, current, isChanged, retry } = views
  const choose = (run: () => void) => () => {
    close()
    run()
  }
  return (
    <>
      <MenuItem
        kind="radio"
        isChecked={current === undefined && !isChanged}
        onChoose={choose(() => views.leave(false))}
      >
        Default
      </MenuItem>
      {views.list === undefined && failure === undefined && <p className="cs-meta cs-menu-note">Loading views</p>}
      {failure !== undefined && (
        <>
          <p className="cs-meta cs-menu-note cs-danger" role="alert">
            Couldn’t load views. {failure.message}
          </p>
          <MenuItem onChoose={retry}>Retry</MenuItem>
        </>
      )}
      <Group title="My views" list={list.filter(({ isOwn }) => isOwn)} views={views} close={close} />
      <Group title="Shared views" list={list.filter(({ isOwn }) => !isOwn)} views={views} close={close} />
      <div className="cs-menu-section">
        {current !== undefined && <CurrentItems {...props} view={current} />}
        <MenuItem onChoose={choose(() => ask('save'))}>Save as new view</MenuItem>
      </div>
    </>
  )
}

const Asked = ({
  asking,
  views,
  onClose,
}: {
  readonly asking: Asking
  readonly views: Views
  readonly onClose: () => void
}) => {
  const say = useSay()
  const [asked] = useState(views.current)
  // Also once it is read as gone: an attempt without an answer may have deleted it.
  const { current = asked } = views
  if (asking === 'save')
    return (
      <NameDialog
        title="Save as new view"
        text={`A view keeps filters, order and columns.${views.hasPrivate ? ' It doesn’t keep the search or personal filters.' : ''}`}
        name=""
        submit="Save"
        asksToShare={views.mayShare}
        send={async (values) => {
          await views.save(values)
          say(`“${values.name}” saved`, 'success')
        }}
        onClose={onClose}
      />
    )
  if (current === undefined) return null
  return asking === 'rename' ? (
    <NameDialog
      title={`Rename the view “${current.name}”`}
      name={current.name}
      submit="Rename"
      asksToShare={false}
      send={({ name }) => views.put(current, { name })}
      onClose={onClose}
    />
  ) : (
    <DeleteDialog
      view={current}
      send={async () => {
        await views.remove(current)
        say(`“${current.name}” deleted`, 'success')
      }}
      onClose={onClose}
    />
  )
}

/** The views are read when the menu is opened, or when the address has one. */
const ViewMenu = ({ tooling }: { readonly tooling: ListTooling }) => {
  const [hasOpened, setOpened] = useState(false)
  const [asking, setAsking] = useState<Asking>()
  const views = useSavedViews(tooling, hasOpened)
  const { current, isChanged, failure, list } = views
  const isLost =
    tooling.state.isSavedViewAwaited && (failure !== undefined || (list !== undefined && current === undefined))
  const label = current === undefined ? 'Views' : isChanged ? `${shortened(current.name)} · changed` : current.name
  return (
    <div className="cs-view-menu" onClickCapture={() => setOpened(true)}>
      <Menu label={label} name={current && `View: ${label}`} icon="details" isActive={current !== undefined}>
        {(close) => <ViewItems views={views} close={close} ask={setAsking} />}
      </Menu>
      {asking !== undefined && <Asked asking={asking} views={views} onClose={() => setAsking(undefined)} />}
      {isLost && <LostDialog failure={failure} retry={views.retry} onLeave={() => views.leave(true)} />}
    </div>
  )
}

export const ListTools = (tooling: ListTooling) => (
  <>
    <ViewMenu tooling={tooling} />
    <div className="cs-column-menu">
      <ColumnMenu definition={tooling.definition} choice={tooling.choice} />
    </div>
  </>
)
