import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { account, accountComponents, accountView } from '../../../commands/account/account.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import { usual } from '../../states/foreign.js';
import { accountOf } from '../../states/management/author-states.js';

const t = translatorFor('en-US');
const permissions = PermissionFlagsBits.Administrator;

function setUp() {
	const opened: unknown[] = [];
	const keyCheck = { recent: async () => ({ ok: true, value: accountOf(usual) }) as const };
	const services = { keyCheck, audit: { write: (...by: unknown[]) => void opened.push(by) } };
	const press = (customId: string) =>
		askComponent(accountComponents, 'button', services, { customId, isOnOwnAnswer: true, permissions });
	return { opened, services, press };
}

it('/account shows the account only to the caller, without email and balance', async () => {
	const view = accountView(t, accountOf(usual));
	expect(await askCommand(account, setUp().services, { permissions })).toEqual([
		['defer', { flags: MessageFlags.Ephemeral }],
		['edit', view],
	]);
	expect(JSON.stringify(view)).not.toMatch(/private@|contact@|1,?234\.56/);
});

it('one button shows email and balance and reports the view, and another one hides them', async () => {
	const { opened, press } = setUp();
	expect(await press('cc1:account:whole')).toEqual([
		['defer update', undefined],
		['edit', accountView(t, accountOf(usual), true)],
	]);
	expect(opened).toHaveLength(1);
	expect((await press('cc1:account:public')).at(-1)).toEqual(['edit', accountView(t, accountOf(usual))]);
	expect(opened).toHaveLength(1);
});
