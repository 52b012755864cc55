import type { AuditAlert } from '../../language/auditView.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { formatValue } from '../format/formatValue.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface AuditAlertsProps {
  readonly alerts: readonly AuditAlert[]
  readonly onSearch: (alert: AuditAlert) => void
}

const minutesText = (minutes: number): string =>
  minutes === 1 ? 'a minute' : `${formatValue('number', minutes)} minutes`

const whatText: Readonly<Record<AuditAlert['of'], string>> = {
  records: 'opened or loaded ahead {n} different records',
  files: 'asked for {n} files and hidden values',
}

/** People who were sent or took very much within a short time of the last days. */
export const AuditAlerts = ({ alerts, onSearch }: AuditAlertsProps) =>
  alerts.map((alert) => (
    <Notice key={alert.seq} tone="warning" isRow role="note">
      <span>
        {`${alert.person} ${whatText[alert.of].replace('{n}', formatValue('number', alert.records))} within ${minutesText(alert.minutes)}, on ${formatMoment(alert.at)}.`}
      </span>
      <Button look="plain" onClick={() => onSearch(alert)}>
        Show what they saw
      </Button>
    </Notice>
  ))
