import type { ComponentHandler } from '../src/discord/interactions/handler.js';
import type { SlashCommand, UserCommand } from '../src/discord/interactions/slash-command.js';
import { type ItemCommandServices, item } from './items/item.js';
import { itemComponents } from './items/item-card.js';
import { type ShareServices, shareComponents } from './items/item-share.js';
import { type BrowserServices, items, itemsComponents, updateComponents } from './items/items.js';
import { type AccountServices, account, accountComponents } from './management/account.js';
import { type AlertServices, alertComponents } from './management/alert-components.js';
import { type DoctorServices, doctor, doctorComponents } from './management/doctor.js';
import { type PanelServices, panel, panelComponents } from './management/panel.js';
import { setup } from './management/setup.js';
import { addRuleComponents } from './management/setup-add-rule.js';
import { setupComponents } from './management/setup-components.js';
import { linkComponents } from './management/setup-links.js';
import { policyComponents } from './management/setup-policy.js';
import type { SetupServices } from './management/setup-services.js';
import { trialComponents } from './management/setup-trial.js';
import { type StatsServices, stats, statsComponents } from './management/stats.js';
import { type DecisionServices, decisionComponents } from './moderation/decision-components.js';
import { moderationComponents } from './moderation/moderation-components.js';
import type { ModerationServices } from './moderation/moderation-services.js';
import { purchasesMenu, whois } from './moderation/whois.js';
import { type DisputeServices, disputeComponents } from './purchases/dispute-components.js';
import { type PrivacyServices, privacy, privacyComponents } from './purchases/privacy.js';
import { type PurchasePageServices, purchases, purchasesComponents } from './purchases/purchases.js';
import { type VerifyServices, verify, verifyComponents } from './verify/verify.js';

/** The services of all commands. Each command's file declares the part that it needs. */
export type CommandServices = SetupServices &
	ModerationServices &
	ShareServices &
	AccountServices &
	StatsServices &
	VerifyServices &
	PrivacyServices &
	DoctorServices &
	DisputeServices &
	DecisionServices &
	PurchasePageServices &
	ItemCommandServices &
	BrowserServices &
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
	...shareComponents,
	...updateComponents,
	...accountComponents,
	...statsComponents,
	...setupComponents,
	...addRuleComponents,
	...linkComponents,
	...trialComponents,
	...doctorComponents,
	...policyComponents,
	...moderationComponents,
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
