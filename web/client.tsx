import './styles/site.css';
