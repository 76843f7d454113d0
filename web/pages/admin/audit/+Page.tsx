export { AuditPage as Page } from '../../../features/audit/AuditPage.tsx';
