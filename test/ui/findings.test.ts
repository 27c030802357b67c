import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { findingText } from '../../src/ui/findings.js';
import { usual } from '../states/foreign.js';
import { everyFinding } from '../states/management/findings.js';

const t = translatorFor('en-US');
const all = everyFinding(usual);

describe('the text of a finding', () => {
	it.each([
		['finding.role.above-bot', '<@&300000000000000001> is above', '“Buyer” is above'],
		[
			'finding.rolesHarmless.says',
			'also gets: **Administrator**, **Manage Server**, and **Timeout Members**',
			'“Buyer” also gets: Administrator, Manage Server, and Timeout Members',
		],
		['finding.auditChannel.not-allowed', '<#400000000000000001>', '#audit'],
	])(
		'names roles and channels as Discord shows them, or plainly for a terminal: %s',
		(says, inDiscord, plain) => {
			const [finding] = all.filter((it) => it.says === says);
			if (finding === undefined) throw new Error(says);
			expect(findingText(t, finding, 'mention').says).toContain(inDiscord);
			expect(findingText(t, finding, 'plain').says).toContain(plain);
		},
	);
});
