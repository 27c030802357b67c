import { describe, expect, it } from 'vitest';
import english from '../../src/i18n/messages/en.json' with { type: 'json' };
import { translatorFor } from '../../src/i18n/translator.js';
import { findingText } from '../../src/ui/findings.js';
import { usual } from '../states/foreign.js';
import { everyFinding } from '../states/management/findings.js';

const t = translatorFor('en-US');
const all = everyFinding(usual);

/** The texts of the page around the findings. */
const ofThePage = /^finding\.(title|left|allFine|fine|checkedAt|every|setUp|otherServers\.(server|named))$/;

describe('a finding in words', () => {
	it.each(all)('says what is so, and what to do exactly where something is wrong: $says', (finding) => {
		for (const style of ['mention', 'plain'] as const) {
			const { says, todo } = findingText(t, finding, style);
			expect(says).not.toMatch(/\.$/);
			if (finding.level === 'ok') expect(todo).toBe('');
			else expect(todo).toMatch(/\.$/);
		}
	});

	it('is among these, whatever it says', () => {
		const shown = new Set<string>(all.flatMap(({ says, todo }) => [says, ...todo]));
		const keys = Object.keys(english).filter((key) => key.startsWith('finding.') && !ofThePage.test(key));
		expect(keys.filter((key) => !shown.has(key))).toEqual([]);
	});

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
