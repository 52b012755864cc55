import { useListContext } from 'ra-core'

export const LentNow = () => {
  const { data = [] } = useListContext()
  return <p>{data.filter(({ state }) => state === 'LENT').length} of these are lent</p>
}
