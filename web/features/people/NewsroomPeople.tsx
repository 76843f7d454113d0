import '../../styles/people.css';
import type { NewsroomPerson, Role } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '../../data/api.ts';
import { newsroomPeople } from '../../data/newsroom.api.ts';
import { useSession } from '../../data/use-api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { roleNames } from '../account/role-names.ts';
import { useChange } from '../admin/use-change.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/**
 * People and their roles. Users can remove everybody's role but their own, so that there is always an administrator.
 */
export function NewsroomPeople() {
  const user = useSession();
  const takeRole = useRemoval();
  return (
    <ListBoundary query={newsroomPeople} loading="Loading people...">
      {(people) => (
        <ul className="people" aria-label="People">
          {people.map((person) => (
            <li key={person.id}>
              <p className="person-name" dir="auto">
                {person.fullName}
              </p>
              <p className="person-email">{person.email}</p>
              <ul className="person-roles" aria-label={`Roles of ${person.fullName}`}>
                {person.roles.map((role) => (
                  <li key={role}>
                    <span className="label">{roleNames[role]}</span>
                    {person.id === user?.id ? (
                      <span className="person-own">You</span>
                    ) : (
                      <DialogButton
                        className="button button-danger"
                        name="Remove"
                        of={`${roleNames[role]}: ${person.fullName}`}
                        load={loadConfirm}
                        given={() => ({
                          title: `Remove ${person.fullName}?`,
                          text: `They lose the role “${roleNames[role]}” immediately, and are signed out everywhere. Their account stays.`,
                          action: 'Remove',
                          className: 'button-danger',
                          onConfirm: () => void takeRole(person, role),
                        })}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </ListBoundary>
  );
}

function useRemoval(): (person: NewsroomPerson, role: Role) => Promise<void> {
  const change = useChange();
  const refetch = usePeopleRefetch();
  return async ({ id, fullName }, role) => {
    const take = () =>
      apiClient.request('DELETE /api/newsroom/people/:userId', { params: { userId: id }, body: { role } });
    await change(take, {
      done: `${fullName} no longer has the role “${roleNames[role]}”.`,
      failed: 'Failed to remove the role. Please try again.',
    });
    await refetch();
  };
}

export function usePeopleRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [newsroomPeople.path] });
}
