import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stage } from '@claimcheck/sandbox/stage';

/** An answer on its way from the stage's shop. `body`: as parsed from JSON. */
interface ShopAnswer {
	readonly path: string;
	readonly status: number;
	readonly body: unknown;
}

/** Sends something in place of the answer; an undefined result means that it did. */
export type Translate = (answer: ShopAnswer, response: ServerResponse) => ShopAnswer | undefined;

export interface TranslatedShop {
	/** `MARKETPLACE_URL`. */
	readonly url: string;
	/** Changes each answer from now on; undefined leaves them as they are. */
	translate(by: Translate | undefined): void;
	close(): void;
}

/** The stage's shop in the words, forms and wrappings of other shops. */
export async function openTranslatedShop(stage: Stage): Promise<TranslatedShop> {
	let translate: Translate = (answer) => answer;
	const server = createServer((request, response) => {
		void forward(request).then((answer) => {
			const sent = translate(answer, response);
			if (sent === undefined) return;
			response.writeHead(sent.status, { 'content-type': 'application/json' }).end(JSON.stringify(sent.body));
		});
	});
	async function forward(request: IncomingMessage): Promise<ShopAnswer> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const {
			authorization = '',
			'content-type': type = 'application/json',
			'user-agent': agent = '',
		} = request.headers;
		const answer = await fetch(`${stage.marketplace.baseUrl}${request.url}`, {
			method: request.method ?? 'GET',
			headers: { authorization, 'content-type': type, 'user-agent': agent },
			...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
		});
		return { path: request.url ?? '', status: answer.status, body: await answer.json() };
	}
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		translate: (by) => {
			translate = by ?? ((answer) => answer);
		},
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Changes the purchase in an answer about a code. */
export function purchaseWith(change: Readonly<Record<string, unknown>>): Translate {
	return (answer) => ({
		...answer,
		body: JSON.parse(JSON.stringify(answer.body), (name, value) =>
			name === 'purchase' ? { ...value, ...change } : value,
		),
	});
}
