import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalDiscord } from '@claimcheck/local-discord';
import { startLocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { repository } from './entry-process.js';
import { InitProcess } from './init-process.js';

export const token = 'a-token.of-this-bot.and-no-other';
export const apiKey = 'a-key-of-this-author';
export const question = {
	token: '1/6',
	members: '2/6',
	server: '3/6',
	address: '4/6',
	key: '5/6',
	data: '6/6',
};

export const secretsIn = (output: string): string[] =>
	[token, apiKey].filter((secret) => output.includes(secret));

interface StartOptions {
	readonly columns?: number;
	/** `main` is the bot itself, which asks if it has no settings. */
	readonly program?: 'init' | 'main';
	readonly environment?: Readonly<Record<string, string>>;
}

export type InitPlace = Awaited<ReturnType<typeof openInitPlace>>;

/** A new checkout, with a Discord and a shop for which its owner has the token and the key. */
export async function openInitPlace() {
	/** The folder in which `npm run init` is started. */
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-init-'));
	await copyFile(join(repository, '.env.example'), join(folder, '.env.example'));
	const discord = await startLocalDiscord({ token, botName: 'Claimcheck' });
	discord.isPublic = false;
	const shop = await startLocalMarketplace({ apiKey });
	const running: InitProcess[] = [];
	/** Gives correct answers up to the question about the data. */
	const answerBeforeData = async (init: InitProcess): Promise<void> => {
		await init.answer(question.token, token);
		await init.answer(question.members);
		await init.answer(question.server);
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
	};
	return {
		...{ folder, discord, shop, answerBeforeData },
		/** `columns` runs it on a terminal of this width. */
		start({ columns = 0, program = 'init', environment = {} }: StartOptions = {}): InitProcess {
			const variables = { DISCORD_API_URL: discord.apiUrl, ...environment };
			const init = new InitProcess(folder, variables, columns, program);
			running.push(init);
			return init;
		},
		async answerAll(init: InitProcess): Promise<void> {
			await answerBeforeData(init);
			await init.answer(question.data);
			await init.printed('Saved .env.');
		},
		async close(): Promise<void> {
			for (const init of running) await init.end();
			await Promise.all([discord.close(), shop.close()]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}
