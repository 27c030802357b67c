import type { AuditLog } from '../discord/channels/audit-log.js';
import type { Places } from '../floors.js';
import type { LicenceTypes } from '../guilds/licence-types.js';
import type { VerificationStatistics } from '../statistics/verification-statistics.js';

/** The floor of the reports: the places they are about, with the audit log and the counts. */
export interface ReportingFloor extends Places {
	readonly audit: Pick<AuditLog, 'write' | 'writeInto'>;
	readonly statistics: VerificationStatistics;
	/** The licence types seen in purchases so far. From memory, because autocomplete reads it on every keystroke. */
	readonly licenceTypes: LicenceTypes;
}
