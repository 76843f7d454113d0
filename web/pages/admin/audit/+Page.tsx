import '../../../styles/audit.css';
import type { FieldError } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { auditFile } from '../../../data/newsroom.api.ts';
import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { NewsroomHead } from '../../../features/admin/NewsroomHead.tsx';
import { AuditList } from '../../../features/audit/AuditList.tsx';
import { auditIn, auditPath, kindChoices } from '../../../features/audit/audit-address.ts';
import { WordsField } from '../../../features/history/WordsField.tsx';
import { AddressForm } from '../../../ui/form/AddressForm.tsx';
import { Field, FieldFrame } from '../../../ui/form/fields.tsx';

export default function Page() {
  return (
    <AdminOnly title="Audit" needs="admin">
      <Audit />
    </AdminOnly>
  );
}

function Audit() {
  const { filter, before, given, errors } = auditIn(usePageContext().urlParsed.search);
  return (
    <div className="page newsroom">
      <NewsroomHead title="Audit" lead="Who did what, newest first. Days and times are in UTC." />
      <AuditFilter given={given} errors={errors} />
      <p className="audit-export">
        <a className="button" href={auditFile(filter)} rel="external" download="journal-audit.csv">
          Export as CSV
        </a>
      </p>
      <AuditList filter={filter} before={before} />
    </div>
  );
}

type AuditFilterProps = { given: Readonly<Record<string, string>>; errors: readonly FieldError[] };

/** Form that filters the audit. */
function AuditFilter({ given, errors }: AuditFilterProps) {
  const errorOf = (name: string) => errors.find(({ path }) => path === name)?.message;
  return (
    <search aria-label="Filter the audit">
      <AddressForm className="form audit-filter" action={auditPath} given={given}>
        {given.person ? <input type="hidden" name="person" value={given.person} /> : null}
        <Field
          label="Title or name"
          name="q"
          type="search"
          minLength={3}
          maxLength={200}
          defaultValue={given.q}
          error={errorOf('q')}
        />
        <WordsField given={given.words} error={errorOf('words')} />
        <FieldFrame label="What happened">
          {(aids) => (
            <select {...aids} name="kind" defaultValue={given.kind ?? ''}>
              <option value="">Everything</option>
              {kindChoices.map(({ name, choices }) => (
                <optgroup key={name} label={name}>
                  {choices.map((choice) => (
                    <option key={choice.value} value={choice.value}>
                      {choice.name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field label="From" name="from" type="date" defaultValue={given.from} error={errorOf('from')} />
        <Field label="To" name="to" type="date" defaultValue={given.to} error={errorOf('to')} />
        <button type="submit" className="button button-solid">
          Show
        </button>
      </AddressForm>
    </search>
  );
}
