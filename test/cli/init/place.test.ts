import { expect, it } from 'vitest';
import { placeOf } from '../../../src/cli/init/place.js';

const screen = { DISPLAY: ':0' };
const [page, terminal, nowhere] = [{ kind: 'page' }, { kind: 'console' }, { kind: 'nowhere' }];
const browser = (opener: string) => ({ ...page, opener });
const network = { SETUP_HOST: '0.0.0.0' };

it.each<[where: string, place: object, Record<string, string>, isTerminal?: boolean, NodeJS.Platform?]>([
	['in the browser of a screen', browser('xdg-open'), screen],
	['in the browser of macOS', browser('open'), {}, false, 'darwin'],
	['in the browser of Windows', browser('explorer.exe'), {}, true, 'win32'],
	['on a terminal without a screen', terminal, {}],
	['on the terminal of a machine that was logged in to', terminal, { SSH_CONNECTION: 'a' }, true, 'darwin'],
	['on a terminal whose owner wants no browser', terminal, { ...screen, BROWSER: 'none' }],
	['on the console of a bot panel', terminal, { P_SERVER_UUID: 'a' }, false],
	['on a page named in the log', page, {}, false],
	['on a page for another machine', page, { ...network, P_SERVER_UUID: 'a' }],
	['nowhere under systemd', nowhere, { ...screen, ...network, NOTIFY_SOCKET: 'a' }],
	['nowhere in a cluster', nowhere, { KUBERNETES_SERVICE_HOST: 'a' }],
	['nowhere in the image', nowhere, { SETUP_HOST: 'off' }],
])(
	'the first start asks its questions %s',
	(_, place, environment, isTerminal = true, platform = 'linux') => {
		expect(placeOf(environment, { isTerminal, platform })).toEqual(place);
	},
);
