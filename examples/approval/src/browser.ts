/** Somebody with a browser: keeps a cookie, follows where a page sends him. */
export class Browser {
  #cookie = '';

  async open(
    url: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: this.#cookie === '' ? {} : { cookie: this.#cookie },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      redirect: 'manual',
    });
    const [cookie] = response.headers.get('set-cookie')?.split(';') ?? [];
    if (cookie !== undefined) this.#cookie = cookie;
    const text = await response.text();
    const location = response.headers.get('location');
    return location === null
      ? { status: response.status, text }
      : this.open(new URL(location, url).href);
  }

  /** Opens a link to a page, and signs in there if it asks for that. */
  async visit(link: string, name: string): Promise<{ status: number; text: string }> {
    const page = await this.open(link);
    return page.status === 401 ? this.open(link.replace('/approve/', '/sign-in/'), { name }) : page;
  }
}
