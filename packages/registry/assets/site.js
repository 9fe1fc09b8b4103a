// What the pages of the hub do where scripts run: search, filters and sorting of the list, copy buttons, ages. Without scripts all
// mods are there too, page by page. The state of a search is in the address, so that it can be shared and gone back to.

const PAGE_SIZE = 60;
const AGES = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const NUMBERS = new Intl.NumberFormat('en-US');

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    const isCopied = await copy(text);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}

/** Writes to the clipboard; where that is not allowed, selects the text for the person to copy. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const code = [...document.querySelectorAll('.copy code')].find((one) => one.textContent === text);
    getSelection().selectAllChildren(code);
    return false;
  }
}

showAges(document);
const form = document.querySelector('form.search');
if (form) startSearch();

function startSearch() {
  const list = document.getElementById('cards');
  const template = document.getElementById('card').content;
  const count = document.getElementById('count');
  const more = document.getElementById('more');
  const root = list.dataset.root;
  let loading;
  /** @type {object[]} */
  let rows = [];
  let orders = {};
  let found = [];
  let shown = 0;

  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('focusin', () => load());
  form.addEventListener('input', () => {
    remember();
    update();
  });
  more.addEventListener('click', () => {
    const first = shown;
    showMore();
    list.children[first]?.querySelector('a').focus();
  });
  addEventListener('popstate', restore);
  if (location.search !== '') restore();

  function load() {
    loading ??= fetch(`${root}search.json`)
      .then((response) => response.json())
      .then((data) => {
        rows = data.map((row) => ({
          ...row,
          text: fold([row.name, row.description, row.author, ...row.tags].join('\n')),
        }));
        // The rows come by downloads; days compare as texts.
        const by = (key) => rows.toSorted((one, other) => compare(other[key], one[key]));
        orders = { downloads: rows, stars: by('stars'), updated: by('updated'), added: by('added') };
      });
    return loading;
  }

  /** From the address to the form. */
  function restore() {
    const query = new URLSearchParams(location.search);
    form.elements.q.value = query.get('q') ?? '';
    for (const box of form.querySelectorAll('[name=kind]'))
      box.checked = query.getAll('kind').includes(box.value);
    form.elements.official.checked = query.has('official');
    form.elements.sort.value = query.get('sort') ?? 'downloads';
    if (form.elements.sort.selectedIndex === -1) form.elements.sort.value = 'downloads';
    update();
  }

  /** From the form to the address. */
  function remember() {
    const query = new URLSearchParams(new FormData(form));
    if (query.get('q') === '') query.delete('q');
    if (query.get('sort') === 'downloads') query.delete('sort');
    const search = query.toString();
    history.replaceState(null, '', search === '' ? location.pathname : `?${search}`);
  }

  async function update() {
    await load();
    const words = fold(form.elements.q.value).split(/\s+/).filter(Boolean);
    const kinds = [...form.querySelectorAll('[name=kind]:checked')].map(({ value }) => value);
    const official = form.elements.official.checked;
    found = orders[form.elements.sort.value].filter(
      (row) =>
        words.every((word) => row.text.includes(word)) &&
        kinds.every((kind) => row.kinds.includes(kind)) &&
        (!official || row.official),
    );
    count.textContent = found.length === 1 ? '1 mod' : `${NUMBERS.format(found.length)} mods`;
    document.getElementById('pager')?.remove();
    list.replaceChildren();
    shown = 0;
    showMore();
  }

  function showMore() {
    const next = found.slice(shown, shown + PAGE_SIZE).map(makeCard);
    list.append(...next);
    shown += next.length;
    more.hidden = shown >= found.length;
  }

  function makeCard(row) {
    const card = template.cloneNode(true);
    const slots = new Map([...card.querySelectorAll('[data-slot]')].map((one) => [one.dataset.slot, one]));
    const slot = (name) => slots.get(name);
    slot('name').textContent = row.name;
    slot('name').href = `${root}mods/${row.name}/index.html`;
    slot('official').hidden = !row.official;
    for (const name of ['description', 'author']) slot(name).textContent = row[name];
    for (const name of ['downloads', 'stars'])
      slot(name).textContent = row[name] === undefined ? '-' : NUMBERS.format(row[name]);
    slot('version').textContent = row.version ?? '-';
    slot('updated').textContent = row.updated || '-';
    slot('updated').dateTime = row.updated ?? '';
    slot('kinds').replaceChildren(
      ...row.kinds.map((kind) =>
        Object.assign(document.createElement('span'), { className: 'kind', textContent: kind }),
      ),
    );
    showAges(card);
    return card;
  }
}

/** Lower case, without accents. */
function fold(text) {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

function compare(one, other) {
  if (one === other) return 0;
  if (one === undefined) return -1;
  return other === undefined || one > other ? 1 : -1;
}

/** Days become ages such as "3 months ago"; the day stays as a hint. */
function showAges(within) {
  for (const time of within.querySelectorAll('time[data-slot=updated]')) {
    if (time.dateTime === '') continue;
    const days = Math.round((Date.parse(time.dateTime) - Date.now()) / 86_400_000);
    const [value, unit] =
      days > -31 ? [days, 'day'] : days > -365 ? [days / 30.44, 'month'] : [days / 365.25, 'year'];
    time.title = time.dateTime;
    time.textContent = AGES.format(Math.round(value), unit);
  }
}
