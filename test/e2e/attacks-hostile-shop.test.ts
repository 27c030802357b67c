import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstAnswer, logged } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const code = '00000000-0000-4000-8000-000000000043';
const json = (response: ServerResponse, body: string): void => {
	response.writeHead(200, { 'content-type': 'application/json' }).end(body);
};

/** A shop whose owner means harm: each of its paths answers as the test says. */
describe('attacks of the owner of a shop, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	const servers: Server[] = [];
	let answers: Record<string, Answer>;

	async function listen(answer: Answer): Promise<string> {
		const server = createServer(answer);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	beforeEach(async () => {
		answers = {
			'/api/account/details': (_, response) =>
				json(response, JSON.stringify({ status: 'success', data: { username: 'maren' } })),
		};
		const shop = await listen((request, response) => {
			const answer = answers[request.url?.split('?')[0] ?? ''];
			if (answer === undefined) response.writeHead(503).end();
			else answer(request, response);
		});
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot({ MARKETPLACE_URL: shop });
	});
	afterEach(async () => {
		await stage?.close();
		for (const server of servers.splice(0)) {
			server.closeAllConnections();
			server.close();
		}
	});

	it('attack 43: deep JSON and a body without an end are given up, and other answers go on', async () => {
		const validation = '/api/purchases/validation';
		answers[validation] = (_, response) => json(response, '['.repeat(400_000));
		expect(headline(await firstAnswer(stage.people.buyer, code))).toContain('The shop isn’t responding');
		answers[validation] = (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const chunk = `"${'x'.repeat(65_536)}`;
			const more = (): void => {
				while (!response.destroyed && response.write(chunk));
				if (!response.destroyed) response.once('drain', more);
			};
			more();
		};
		const waiting = firstAnswer(stage.people.friend, code);
		const page = await stage.people.admin.chatInput('purchases').answered();
		expect(readable(page)).not.toBe('');
		expect(headline(await waiting)).toContain('The shop isn’t responding');
	});

	it('attack 44: a redirect to another machine is not followed, and takes neither key nor code along', async () => {
		const caught: string[] = [];
		const trap = await listen((request, response) => {
			caught.push(`${request.url} ${JSON.stringify(request.headers)}`);
			json(response, JSON.stringify({ status: 'success', data: {} }));
		});
		answers['/api/purchases/validation'] = (_, response) =>
			response.writeHead(302, { location: `${trap}/latest/meta-data` }).end();
		expect(headline(await firstAnswer(stage.people.buyer, code))).toContain('The shop isn’t responding');
		expect(caught).toEqual([]);
		expect(logged(bot, 'fatal')).toEqual([]);
	});

	it('attack 42: names of a megabyte are cut when they are read, and suggestions fit into Discord', async () => {
		const items = Array.from({ length: 25 }, (_, id) => ({
			id: id + 1,
			name: `Aurora ${'x'.repeat(1_000_000)}`,
			media: { thumbnail: 'https://shop.example/a.png' },
			price: { regular: 1, extended: 2 },
		}));
		const body = JSON.stringify({ status: 'success', items });
		answers['/api/items/all'] = (_, response) => json(response, body);
		await expect
			.poll(async () => {
				const typed = stage.people.buyer.autocomplete('item', { name: 'id', value: 'aurora' });
				return (await typed.suggested()).length;
			})
			.toBe(25);
	});
});
