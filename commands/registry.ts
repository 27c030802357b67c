import type { ComponentHandler } from '../src/discord/interactions/handler.js';
import type { SlashCommand, UserCommand } from '../src/discord/interactions/slash-command.js';
import { type AccountServices, account, accountComponents } from './account/account.js';
import { type DoctorServices, doctor, doctorComponents } from './doctor/doctor.js';
import { type ItemServices, item, itemComponents } from './items/item.js';
import { items, itemsComponents } from './items/items.js';
import { type PanelServices, panel, panelComponents } from './panel/panel.js';
import { type PrivacyServices, privacy, privacyComponents } from './privacy/privacy.js';
import { type DisputeServices, disputeComponents } from './purchases/dispute.js';
import { type PurchasePageServices, purchases, purchasesComponents } from './purchases/purchases.js';
import type { SetupServices } from './setup/choice.js';
import { setup, setupComponents } from './setup/setup.js';
import { actComponents } from './staff/acts.js';
import { type AlertServices, alertComponents } from './staff/alerts.js';
import { type DecisionServices, decisionComponents } from './staff/disputes.js';
import { lookUpComponents, purchasesMenu, whois } from './staff/look-up.js';
import { type ModerationServices, memberComponents } from './staff/member.js';
import { purchaseComponents } from './staff/purchase.js';
import { type StatsServices, stats, statsComponents } from './stats/stats.js';
import { type VerifyServices, verify, verifyComponents } from './verify/verify.js';

/** The services of all commands. Each command's file declares the part that it needs. */
export type CommandServices = SetupServices &
	ModerationServices &
	ItemServices &
	AccountServices &
	StatsServices &
	VerifyServices &
	PrivacyServices &
	DoctorServices &
	DisputeServices &
	DecisionServices &
	PurchasePageServices &
	PanelServices &
	AlertServices;

/** The slash commands, in the order of the README. */
export const commands: readonly SlashCommand<CommandServices>[] = [
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

/** The context menu commands for members. */
export const userCommands: readonly UserCommand<CommandServices>[] = [purchasesMenu];

/** The handlers of every button, select and modal. */
export const components: readonly ComponentHandler<CommandServices>[] = [
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
	...disputeComponents,
	...decisionComponents,
	...panelComponents,
	...purchasesComponents,
	...privacyComponents,
	...alertComponents,
];

export const slashPayloads = commands.map(({ data }) => data);

/** All commands, including context menus. */
export const commandPayloads = [...slashPayloads, ...userCommands.map(({ data }) => data)];
