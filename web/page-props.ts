/** Parameters of a page's address. `id` is empty where the address has none. */
export interface PageProps {
  id: string;
}
