export { AuditPage as Page } from '../../../components/audit/AuditPage.tsx';
