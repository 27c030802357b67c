import { describe, expect, it } from 'vitest';
import { type VerifyRefusal, verifyRefusalView } from '../../../commands/verify/refusal.js';
import { type VerifiedAnswer, verifiedView } from '../../../commands/verify/verify.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/ui/message.js';
import { everyVerifyRefusal } from '../../states/verify/verify-states.js';
import { shownText } from '../../ui/shown.js';
import { allLinks, noLinks, placeWith, verifiedAnswer } from '../../ui/verify-answers.js';

const t = translatorFor('en-US');
const now = 1_700_000_000_000;
const [buyer, aurora] = verifiedAnswer.roleIds;

const verified = (changes: Partial<VerifiedAnswer> = {}, links = noLinks): MessageView =>
	verifiedView(t, { ...verifiedAnswer, ...changes }, { place: placeWith(links), now });
const refused = (refusal: VerifyRefusal, links = noLinks): MessageView =>
	verifyRefusalView(t, refusal, { place: placeWith(links), reference: 'KQT-WDR' });
const accentOf = (view: MessageView) => JSON.stringify(view).match(/"accent_color":(\d+)/)?.[1];
const labels = (view: MessageView) =>
	[...JSON.stringify(view).matchAll(/"label":"([^"]+)"/g)].map(([, label]) => label);

describe('the answer to a buyer', () => {
	it('drops an address that leads elsewhere than it reads', () => {
		const claim = { ...verifiedAnswer.claim, supportedUntil: now - 1 };
		const view = JSON.stringify(
			verified({ claim }, { ...allLinks, renewUrl: 'https://discord.com@evil.example' }),
		);
		expect(view).not.toContain('evil.example');
	});

	it('distinguishes the roles that came from those that are withheld', () => {
		const view = verified({ roles: { state: 'granted', held: [buyer], withheld: [aurora] } });
		expect(shownText(view)).toContain(`You now have <@&${buyer}>.\n⚠️ You’ll get <@&${aurora}> as soon as`);
		expect(accentOf(view)).toBe(String(0xd2_99_22));
	});

	it('shows the marketplace’s words as words, not as links or mentions', () => {
		const name = '[free](https://evil.example) **bold** <@123456789012345678> @everyone';
		const claim = { ...verifiedAnswer.claim, item: { id: 7, name }, licenseType: '`x` <@&1>' };
		const view = verified({ claim });
		expect(shownText(view)).not.toMatch(/[^\\]\[free|[^\\]<@\d|[^\\]<@&1>/);
		expect(view.allowedMentions).toEqual({ parse: [] });
	});
});

describe('a refusal', () => {
	it.each(everyVerifyRefusal(now).map((refusal) => [JSON.stringify(refusal), refusal] as const))(
		'has a next step, unless the bot takes it: %s',
		(_, refusal) => {
			const view = refused(refusal, allLinks);
			expect(labels(view).length > 0 || refusal.kind === 'waiting').toBe(true);
			expect(JSON.stringify(view)).not.toMatch(/sorry|please|<@/i);
		},
	);
});
