import type { Command, ComponentHandler, UserCommand } from '../src/discord/command.js';
import { type AccountSource, accountCommand, data as accountData } from './account.js';
import { accountHandlers } from './account-private.js';
import { claimCommand, data as claimData, type ModerationCommandDependencies } from './claim.js';
import { claimHandlers } from './claim-components.js';
import { type Doctor, doctorCommand, data as doctorData } from './doctor.js';
import { itemCommand, data as itemData } from './item.js';
import { galleryHandlers } from './item-card.js';
import type { ItemSearch } from './item-option.js';
import { type SharePauses, shareHandlers } from './item-share.js';
import { type ItemList, itemsCommand, data as itemsData } from './items.js';
import { itemsHandlers } from './items-components.js';
import { type PanelService, panelCommand, data as panelData } from './panel.js';
import { panelHandlers } from './panel-components.js';
import { type PrivacyService, privacyCommand, data as privacyData, privacyHandlers } from './privacy.js';
import {
	type PurchasesService,
	purchasesCommand,
	data as purchasesData,
	purchasesHandlers,
} from './purchases.js';
import { type SetupCommandDependencies, setupCommand, data as setupData } from './setup.js';
import { setupHandlers } from './setup-components.js';
import { policyHandlers } from './setup-policy.js';
import { type StatisticsSource, statsCommand, data as statsData } from './stats.js';
import { type VerifyCommandDependencies, verifyCommand, data as verifyData } from './verify.js';
import { purchasesMenu, menuData as purchasesMenuData, whoisCommand, data as whoisData } from './whois.js';

/** The slash commands. An explicit list: a file that is missing here is seen by the compiler. */
export const slashPayloads = [
	verifyData,
	purchasesData,
	privacyData,
	itemData,
	itemsData,
	whoisData,
	claimData,
	accountData,
	setupData,
	panelData,
	statsData,
	doctorData,
];

/** What Discord is told of the commands: the slash commands and the entries of context menus. */
export const commandPayloads = [...slashPayloads, purchasesMenuData];

export interface CommandServices {
	readonly verification: VerifyCommandDependencies;
	readonly purchases: PurchasesService;
	readonly privacy: PrivacyService;
	readonly catalogue: ItemSearch & ItemList;
	readonly sharePauses: SharePauses;
	readonly account: AccountSource;
	readonly setup: SetupCommandDependencies;
	readonly panels: PanelService;
	readonly moderation: ModerationCommandDependencies;
	readonly statistics: StatisticsSource;
	readonly doctor: Doctor;
}

/** Every slash command with its handler, in the order of `slashPayloads`. */
export function createCommands(services: CommandServices): readonly Command[] {
	const {
		verification,
		purchases,
		privacy,
		catalogue,
		sharePauses,
		account,
		setup,
		panels,
		moderation,
		statistics,
		doctor,
	} = services;
	return [
		verifyCommand(verification),
		purchasesCommand(purchases),
		privacyCommand(privacy),
		itemCommand(catalogue, sharePauses),
		itemsCommand(catalogue),
		whoisCommand(moderation),
		claimCommand(moderation),
		accountCommand(account),
		setupCommand(setup),
		panelCommand(panels),
		statsCommand(statistics),
		doctorCommand(doctor),
	];
}

/** Every entry of members' context menus. */
export function createUserCommands({ moderation }: CommandServices): readonly UserCommand[] {
	return [purchasesMenu(moderation)];
}

/** The handlers of every button, select and modal. */
export function createComponents(services: CommandServices): readonly ComponentHandler[] {
	const { verification, purchases, privacy, catalogue, sharePauses, account, setup, panels, moderation } =
		services;
	return [
		...itemsHandlers(catalogue),
		...galleryHandlers(catalogue),
		...shareHandlers(catalogue, sharePauses),
		...accountHandlers(account),
		...setupHandlers(setup),
		...policyHandlers(setup),
		...claimHandlers(moderation),
		...panelHandlers(panels, verification),
		...purchasesHandlers(purchases),
		...privacyHandlers(privacy),
	];
}
