import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stage } from '@claimcheck/sandbox/stage';
import { expect, it, onTestFinished } from 'vitest';
import { buyerRoleGiven, freshCode, verify } from './acts.js';
import { register } from './hosted-bot.js';

interface SentSpan {
	readonly name: string;
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
}

/** A collector of traces over OTLP, as JSON. */
async function startCollector() {
	const bodies: string[] = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			bodies.push(body);
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}`,
		bodies,
		spans: (): SentSpan[] =>
			bodies.flatMap((body) => {
				const { resourceSpans } = JSON.parse(body) as {
					resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
				};
				return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
			}),
	};
}

it('a verification is one trace: the command, the shop, the store; and its code is nowhere in it', async () => {
	const collector = await startCollector();
	const stage = await Stage.open({ isRateLimited: false });
	onTestFinished(() => stage.close());
	await register(stage);
	const bot = await stage.startProcess({
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		OTEL_SERVICE_NAME: 'shop-bot',
	});
	const code = freshCode(stage);
	const { buyer } = stage.people;
	await verify(buyer, code);
	await buyerRoleGiven(stage, buyer);
	// What is left is sent with the stop.
	expect(await bot.stop()).toMatchObject({ code: 0 });
	const spans = collector.spans();
	const command = spans.find(({ name }) => name === '/verify');
	const inTrace = spans.filter(({ traceId }) => traceId === command?.traceId).map(({ name }) => name);
	expect(inTrace).toEqual(
		expect.arrayContaining(['/verify', 'store compare and set', 'marketplace purchases/validation']),
	);
	expect(spans.map(({ name }) => name)).toContain('sync roles');
	const sent = collector.bodies.join('\n');
	expect(sent).toContain('shop-bot');
	for (const secret of [code, stage.discord.token, stage.marketplace.apiKey, stage.claimSecret, buyer.id]) {
		expect(sent).not.toContain(secret);
	}
});
