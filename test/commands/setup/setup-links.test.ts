import { selectsOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import {
	askForSeats,
	chooseFree,
	chooseSeats,
	chooseUnlinking,
	policyView,
	seatsInputs,
	seatsModal,
} from '../../../commands/setup/policy.js';
import {
	askForLinks,
	linksDigest,
	linksModal,
	sendLinks,
	unsavedLinksView,
} from '../../../commands/setup/settings.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { ephemeral } from '../../../src/ui/message.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { fakeSetup } from './fake-setup.js';

const t = translatorFor('en-US');
const saved = '✅ **Saved.**';

type Fake = ReturnType<typeof fakeSetup>;

/** Submits the form with the server's addresses. */
const send = async (fake: Fake, example: string, renew = '') =>
	fake.use('modal', {
		customId: sendLinks.encode(linksDigest((await fake.overview()).settings.links)),
		typed: { example, renew },
	});

describe('the links of a server', () => {
	it('are typed into a form that shows the current addresses, and removed by emptying it', async () => {
		const fake = fakeSetup();
		await send(fake, ' https://x.example/receipt.png ', 'https://x.example/renew');
		const links = { exampleUrl: 'https://x.example/receipt.png', renewUrl: 'https://x.example/renew' };
		expect((await fake.overview()).settings.links).toEqual(links);
		const form = await fake.use('button', { customId: askForLinks.encode() });
		expect(form).toEqual([['modal', linksModal(t, links)]]);
		await send(fake, '', links.renewUrl);
		expect((await fake.overview()).settings.links).toEqual({ renewUrl: links.renewUrl });
	});

	it('attack 41: are all left unchanged if one address looks like another', async () => {
		const fake = fakeSetup();
		await send(fake, 'https://x.example/receipt.png');
		// The last one is too long for a link button.
		const long = `https://x.example/${'a'.repeat(600)}`;
		for (const bad of ['https://discord.com@evil.example', 'http://x.example', 'evil', long]) {
			const log = await send(fake, bad, 'https://x.example/renew');
			expect(log[1]).toEqual([
				'edit',
				unsavedLinksView(t, `⚠️ ${t('setup.links.bad')}`, {
					exampleUrl: bad,
					renewUrl: 'https://x.example/renew',
				}),
			]);
		}
		expect((await fake.overview()).settings.links).toEqual({ exampleUrl: 'https://x.example/receipt.png' });
	});

	it('are not changed by a form opened before their last change, which returns the typed text', async () => {
		const fake = fakeSetup();
		const links = { exampleUrl: 'https://x.example/receipt.png' };
		await send(fake, links.exampleUrl);
		const typed = { example: '', renew: 'https://x.example/renew?0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f' };
		const log = await fake.use('modal', { customId: sendLinks.encode(linksDigest({})), typed });
		const view = unsavedLinksView(t, t('form.stale'), { exampleUrl: '', renewUrl: typed.renew });
		expect(log[1]).toEqual(['edit', view]);
		expect(JSON.stringify(view)).toContain('Not saved');
		const [attached] = view.files ?? [];
		const file = String(attached && 'attachment' in attached && attached.attachment);
		expect(file).toContain('https://x.example/renew');
		expect(file).not.toContain('0a1b2c3d');
		expect((await fake.overview()).settings.links).toEqual(links);
		expect(fake.changes).toHaveLength(1);
	});
});

describe('seats and unlinking', () => {
	const sendForm = (fake: Fake, license: string, seats: string) =>
		fake.use('modal', {
			customId: askForSeats.encode('+', ''),
			typed: { [seatsInputs.licence]: license, [seatsInputs.seats]: seats },
		});

	it('saves seats from a form in the shop’s own spelling', async () => {
		const fake = fakeSetup({ licenceTypes: ['Extended'] });
		const log = await sendForm(fake, ' extended ', '5');
		expect(fake.changes).toEqual([{ what: 'seats', licenseType: 'Extended', seats: 5 }]);
		const policy = { unlinking: { kind: 'never' }, seats: { Extended: 5 } } as const;
		expect(log[1]).toEqual(['edit', policyView(t, policy, ['Extended'], saved)]);
	});

	it.each(['Extended', 'a type of more than forty-two characters: the longest'])(
		'offers the license type of a purchase: %s',
		async (type) => {
			const fake = fakeSetup({ licenceTypes: [type] });
			const [offered = '', other] =
				selectsOf(policyView(t, await fake.claims.readPolicy(), [type]))[1]?.values ?? [];
			expect(other).toBe('+');
			const form = await fake.use('select', { customId: chooseSeats.encode(), values: [offered] });
			expect(form).toEqual([['modal', seatsModal(t, offered, type, '')]]);
			const customId = askForSeats.encode(offered, '');
			await fake.use('modal', { customId, typed: { [seatsInputs.seats]: '5' } });
			expect(fake.changes).toEqual([{ what: 'seats', licenseType: type, seats: 5 }]);
		},
	);

	it('asks for another license type by its name, and rejects one that no purchase has anymore', async () => {
		const choose = (value: string) =>
			fakeSetup().use('select', { customId: chooseSeats.encode(), values: [value] });
		expect(await choose('+')).toEqual([['modal', seatsModal(t, '+', undefined, '')]]);
		expect(await choose('~abc')).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
	});

	it.each(['0', '51', '2.5', 'five', '1e1', '', '1:'])(
		'saves no seats of %j, and asks again with the typed text',
		async (typed) => {
			const fake = fakeSetup();
			const log = await sendForm(fake, 'extended', typed);
			const text = JSON.stringify(log[1]);
			expect(text).toContain('a number from 1 to 50');
			const customId = /cc1:policy-seats:[^"]*/.exec(text)?.[0] ?? '';
			const kept = typed.includes(':') ? '' : typed;
			expect(await fake.use('button', { customId })).toEqual([
				['modal', seatsModal(t, '=extended', 'extended', kept)],
			]);
			expect(fake.changes).toEqual([]);
		},
	);

	it('attack 16: puts no purchase code on a button, whether typed or in a forged form', async () => {
		const fake = fakeSetup();
		const code = '0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f';
		const forged = { customId: askForSeats.encode(`=${code}`, ''), typed: { [seatsInputs.seats]: '5' } };
		for (const log of [await sendForm(fake, code, '5'), await fake.use('modal', forged)]) {
			expect(JSON.stringify(log[1])).toContain('looks like a purchase code');
			expect(JSON.stringify(log[1])).not.toContain('0a1b2c3d');
			expect(JSON.stringify(log[1])).toContain('cc1:policy-seats:+:5');
		}
		expect(fake.changes).toEqual([]);
	});

	it.each([
		[chooseUnlinking, 'never', { kind: 'never' }],
		[chooseUnlinking, 'members-move', { kind: 'members-move' }],
		[chooseUnlinking, '7', { kind: 'after-days', days: 7 }],
		[chooseFree, '0', { kind: 'after-days', days: 0 }],
	])('are saved as chosen in the selects: %o, %s', async (select, value, unlinking) => {
		const fake = fakeSetup();
		await fake.use('select', { customId: chooseUnlinking.encode(), values: ['30'] });
		await fake.use('select', { customId: select.encode(), values: [value] });
		expect(fake.changes.at(-1)).toEqual({ what: 'unlinking', unlinking });
	});
});
