import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': '購入一覧',
	'command.purchases.description': '自分の購入を見て、ロールを取り戻します',
	'purchases.open': '自分の購入',
	'purchases.title': 'あなたの購入',
	'purchases.none': '認証済みの購入はまだありません。領収書のコードを `/{command}` で送ってください。',
	'purchases.bought': '購入日',
	'purchases.unknown': '不明',
	'purchases.supportedUntil': 'サポート期限',
	'purchases.roles': 'ここでのロール',
	'purchases.noRoles': 'なし',
	'purchases.elsewhere':
		'別のサーバーで認証されています。このサーバーのロールには、ここでもコードを送ってください。',
	'purchases.revoked': '無効になりました。返金の後のように、ショップはこの購入を認識していません。',
	'purchases.restore': 'ロールを元に戻す',
	'purchases.restored': '完了しました。購入で得られるこのサーバーのロールはすべて付いています。',
} satisfies Record<keyof typeof english, string>;
