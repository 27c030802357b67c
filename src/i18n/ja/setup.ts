import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## このサーバーの設定\n選択はすぐに保存されます。',
	'setup.buyer': '**購入者ロール** · 購入を認証した全員に付与されます',
	'setup.supported': '**サポート対象ロール** · サポート期間中の購入が1つでもある間だけ付与されます（任意）',
	'setup.audit': '**監査チャンネル** · 誰が認証し、何が失敗したかをスタッフが確認する場所です（任意）',
	'setup.more':
		'**その他のロール** · 商品、カテゴリー、ライセンス種別ごと（任意）：{count, plural, =0 {まだありません} other {{count, number}}}',
	'setup.moreTroubles': '❌ 一部のロールが機能していません：*その他のロール* を確認してください。',
	'setup.former': '-# ここで変更・削除したロールは、すでに持っているメンバーには残ります。',
	'setup.chooseRole': 'ロールを選択',
	'setup.chooseChannel': 'チャンネルを選択',
	'setup.moreButton': 'その他のロール',
	'setup.again': 'もう一度確認',
	'setup.unavailable':
		'⚠️ 現在、Discordからこのサーバーの情報が得られないため、何も保存されませんでした。後でもう一度お試しください。',
	'setup.missing': '⛔ ロール `{roleId}` は保存されませんでした：もう存在しません。',
	'setup.everyone': '⛔ <@&{roleId}> は保存されませんでした：すでに全員が持っています。',
	'setup.managed':
		'⛔ <@&{roleId}> は保存されませんでした：ボットまたは連携サービスのもので、誰も付与できません。',
	'setup.rules.title': '## 商品、カテゴリー、ライセンス種別のロール',
	'setup.rules.how':
		'`/設定 商品`、`/設定 カテゴリー`、`/設定 ライセンス` で追加できます。購入すると、購入者ロールに加えて、当てはまるすべてのロールが付与されます。',
	'setup.rules.none': 'まだありません。',
	'setup.rules.page': '-# {page, number} / {pages, number} ページ',
	'setup.rules.subject': '{kind, select, item {商品} category {カテゴリー} other {ライセンス}} **{name}**',
	'setup.rules.option': '{kind, select, item {商品} category {カテゴリー} other {ライセンス}}：{name}',
	'setup.rules.remove': 'この中から削除',
	'setup.rules.back': '‹ 戻る',
	'setup.rules.previous': '前へ',
	'setup.rules.next': '次へ',
	'setup.rules.saved': '✅ {subject}：購入者に <@&{roleId}> が付与されます。',
	'setup.rules.unseenLicence':
		'-# このライセンス種別の購入はまだありません。マーケットプレイスと同じ表記にする必要があります。',
	'setup.rules.unknownCategory': 'このカテゴリーの商品はありません。入力を始めてリストから選んでください。',
	'setup.rules.licenceIsCode':
		'購入コードのようなので保存しませんでした。ライセンス種別は `regular` や `extended` のような名前です。',
} satisfies Record<keyof typeof english, string>;
