import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	account,
	accountComponents,
	accountPrivateView,
	accountView,
} from '../../../commands/account/account.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MarketplaceResult } from '../../../src/marketplace/result.js';
import type { Account } from '../../../src/marketplace/schemas.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { sampleAccount } from '../../states/items/sample-items.js';

const t = translatorFor('en-US');

async function run(answer: MarketplaceResult<Account>, permissions: bigint) {
	let asked = 0;
	const keyCheck = {
		recent: async () => {
			asked += 1;
			return answer;
		},
	};
	const serverReport = { account: () => {} };
	const log = await askCommand(account, { keyCheck, serverReport }, { permissions });
	return { log, asked };
}

const found = { ok: true, value: sampleAccount() } as const;

describe('/account', () => {
	it('shows the account to an administrator alone', async () => {
		const { log } = await run(found, PermissionFlagsBits.Administrator);
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', accountView(t, found.value)],
		]);
	});
});

describe('the button "Show email and balance"', () => {
	async function click(given: Given, answer: MarketplaceResult<Account> = found) {
		let asked = 0;
		const opened: unknown[] = [];
		const keyCheck = {
			recent: async () => {
				asked += 1;
				return answer;
			},
		};
		const serverReport = { account: (by: unknown) => void opened.push(by) };
		const pressed = { customId: 'cc1:account-private', isOnOwnAnswer: true, ...given };
		const log = await askComponent(accountComponents, 'button', { keyCheck, serverReport }, pressed);
		return { log, asked, opened };
	}

	const administrator = { permissions: PermissionFlagsBits.Administrator };

	it('shows them to an administrator, in an ephemeral answer, which is reported', async () => {
		const { log, opened } = await click(administrator);
		expect(log).toEqual([
			['defer update', undefined],
			['edit', accountPrivateView(t, found.value)],
		]);
		expect(opened).toHaveLength(1);
	});

	it('has one beside it that hides them again', async () => {
		const { log, opened } = await click({ ...administrator, customId: 'cc1:account' });
		expect(log.at(-1)).toEqual(['edit', accountView(t, found.value)]);
		expect(opened).toEqual([]);
	});
});

describe('the account', () => {
	it('keeps e-mail addresses and balance to itself', () => {
		const shown = JSON.stringify(accountView(t, sampleAccount()));
		for (const secret of ['private@example.com', 'contact@example.com', '1234.56', '1,234.56']) {
			expect(shown).not.toContain(secret);
		}
	});
});
