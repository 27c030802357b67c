import { type PageServer, startPage } from '@claimcheck/local-discord/page/page-server';
import { staffAlone } from '@claimcheck/sandbox/playground/set-up';
import { Stage } from '@claimcheck/sandbox/stage';
import { builtPage } from '../../packages/local-discord/test/browser/find-chromium.js';

/**
 * A server that the bot has just joined, with nothing set up, and a page each for its administrator and a member. Close
 * it when done.
 */
export class NewServer {
	readonly stage: Stage;
	readonly #page: PageServer;

	static async open(itemCount: number): Promise<NewServer> {
		const stage = await Stage.open({ marketplace: { itemCount } });
		const { guild, channels, roles, people, discord } = stage;
		guild.setOverwrites(channels.audit, staffAlone(stage));
		// The name of a role that the bot creates.
		guild.renameRole(roles.buyer.id, 'Regulars');
		await stage.register();
		const bot = await stage.startBot({ BUYER_ROLE_ID: '', AUDIT_CHANNEL_ID: '' });
		await bot.logged('Loaded the items');
		const page = await startPage(discord, {
			title: 'A new server',
			people: [
				{ userId: people.admin.id, guildId: guild.id, alias: 'admin' },
				{ userId: people.buyer.id, guildId: guild.id, alias: 'member' },
			],
			mediaOrigins: [stage.marketplace.baseUrl],
			webRoot: builtPage,
		});
		return new NewServer(stage, page);
	}

	private constructor(stage: Stage, page: PageServer) {
		this.stage = stage;
		this.#page = page;
	}

	get address(): string {
		return this.#page.address;
	}

	async close(): Promise<void> {
		await this.#page.close();
		await this.stage.close();
	}
}
