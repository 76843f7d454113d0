import { useSession } from '../../data/use-api.ts';
import { PasswordField } from '../../ui/form/fields.tsx';

type OwnPasswordFieldProps = Omit<Parameters<typeof PasswordField>[0], 'label' | 'autoComplete'> & {
  label?: string;
};

/** The user's current password. Tells password managers which account it belongs to. */
export function OwnPasswordField({ label = 'Password', ...field }: OwnPasswordFieldProps) {
  const user = useSession();
  return (
    <>
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField label={label} autoComplete="current-password" {...field} />
    </>
  );
}
