import type { Servers } from '../../floors.js';
import type { GuildSettings } from '../../servers/guild-settings.js';
import type { LicenceTypes } from '../../servers/licence-types.js';
import type { VerificationStatistics } from '../statistics/verification-statistics.js';
import type { VerifyOutcome } from './verify-outcome.js';

type Floor = Servers & { readonly licenceTypes: LicenceTypes; readonly statistics: VerificationStatistics };

/**
 * Counts, logs and audits the outcomes of verifications. `reference`: shown to the member with a refusal; `settings`:
 * the guild's, if they have just been read.
 */
export function createVerificationReport({ metrics, audit, logger, licenceTypes, statistics }: Floor) {
	return (
		asked: { readonly id: string; readonly guildId: string; readonly userId: string },
		outcome: VerifyOutcome,
		reference = '',
		settings?: Pick<GuildSettings, 'auditChannelId'>,
	): void => {
		const { id: interactionId, guildId, userId } = asked;
		const { kind } = outcome;
		metrics.verifications.inc({ outcome: kind });
		const why = kind === 'uncheckable' ? outcome.reason : undefined;
		const fields = { interactionId, guildId, userId, outcome: kind, reason: why, reference };
		logger.info(fields, 'Responded to a verification');
		if (kind === 'verified') {
			const { claim, codeEnd, returning, renewed } = outcome;
			const { hash, item, licenseType } = claim;
			licenceTypes.note(licenseType);
			// A member who verifies the same code in this guild again is not counted again.
			if (!returning) statistics.note(guildId, { kind, item: { id: item.id, name: item.name } });
			// The refund checks have already reported the renewal.
			const event = { kind, userId, hash, codeEnd, itemName: item.name, returning };
			if (!renewed) audit.write(guildId, event, settings);
			return;
		}
		statistics.note(guildId, { kind: 'refused', reason: kind });
		if (kind !== 'invalid' && kind !== 'taken' && kind !== 'uncheckable') return;
		const scope = kind === 'uncheckable' ? undefined : outcome.tries?.tripped;
		if (scope !== undefined) audit.write(guildId, { kind: 'limit', userId, scope }, settings);
		const hash = kind === 'taken' ? outcome.hash : undefined;
		audit.write(guildId, { kind: 'refused', userId, reason: kind, why, reference, hash }, settings);
	};
}
