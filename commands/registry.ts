import type { Services } from '../src/create-services.js';
import type { ComponentHandler } from '../src/discord/interactions/handler.js';
import type { SlashCommand, UserCommand } from '../src/discord/interactions/slash-command.js';
import { account, accountComponents } from './account/account.js';
import { doctor, doctorComponents } from './doctor/doctor.js';
import { item, itemComponents } from './items/item.js';
import { items, itemsComponents } from './items/items.js';
import { panel, panelComponents } from './panel/panel.js';
import { privacy, privacyComponents } from './privacy/privacy.js';
import { disputeComponents } from './purchases/dispute.js';
import { purchases, purchasesComponents } from './purchases/purchases.js';
import { setup, setupComponents } from './setup/setup.js';
import { actComponents } from './staff/acts.js';
import { alertComponents } from './staff/alerts.js';
import { appealDecisionComponents } from './staff/appeals.js';
import { decisionComponents } from './staff/disputes.js';
import { lookUpComponents, purchasesMenu, whois } from './staff/look-up.js';
import { memberComponents } from './staff/member.js';
import { purchaseComponents } from './staff/purchase.js';
import { stats, statsComponents } from './stats/stats.js';
import { appealComponents } from './verify/appeal.js';
import { verify, verifyComponents } from './verify/verify.js';

/** The slash commands, in the order of the README. */
export const commands: readonly SlashCommand<Services>[] = [
	verify,
	purchases,
	privacy,
	item,
	items,
	whois,
	account,
	setup,
	panel,
	stats,
	doctor,
];

export const userCommands: readonly UserCommand<Services>[] = [purchasesMenu];

/** The handlers of every button, select and modal. */
export const components: readonly ComponentHandler<Services>[] = [
	...itemsComponents,
	...itemComponents,
	...accountComponents,
	...statsComponents,
	...setupComponents,
	...doctorComponents,
	...memberComponents,
	...purchaseComponents,
	...actComponents,
	...lookUpComponents,
	...verifyComponents,
	...appealComponents,
	...disputeComponents,
	...decisionComponents,
	...appealDecisionComponents,
	...panelComponents,
	...purchasesComponents,
	...privacyComponents,
	...alertComponents,
];

export const slashPayloads = commands.map(({ data }) => data);

/** All commands, including context menus. */
export const commandPayloads = [...slashPayloads, ...userCommands.map(({ data }) => data)];
