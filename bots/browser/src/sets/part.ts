/** The part of the page that compares the results of the tables that play the same boards. */

export { SetPage } from "./SetPage.tsx";
